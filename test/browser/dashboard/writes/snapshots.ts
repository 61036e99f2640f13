import type { InventoryClient, Restore, Snapshot } from '../../../../client'
import { waitFor } from '../../../support/eventually'
import { makeItem, oneWay, press, typeInto, type Write, type Writes } from './write'

const findSnapshots = async (client: InventoryClient, name: string): Promise<Snapshot[]> =>
  (await client.listSnapshots({ type: 'manual' }).toArray()).filter((each) => each.name === name)

/** One for all restores: a company may take 24 a day. */
async function findOrTake(client: InventoryClient): Promise<Snapshot> {
  const [taken] = await findSnapshots(client, 'Before all restores')
  return taken ?? client.createSnapshot({ name: 'Before all restores' })
}

/** Another one cannot begin before. */
function waitForEnd(client: InventoryClient, { id }: Restore): Promise<Restore> {
  return waitFor(async () => {
    const restore = await client.getRestore(id)
    return restore.status !== 'running' && restore
  })
}

/** How many restores there had been before the case of a text. */
const countsBefore = new Map<string, number>()

async function countRestores(client: InventoryClient, text: string): Promise<number> {
  const { data, pagination } = await client.listRestores({ limit: 1 })
  for (const restore of data) await waitForEnd(client, restore)
  return pagination.total - (countsBefore.get(text) ?? 0)
}

/** A restore that is sent by this button. `choose`: of which snapshot. */
const makeRestore = (
  button: string,
  choose: (client: InventoryClient, shared: Snapshot) => Promise<string>,
): Write => ({
  operation: 'restore-snapshot',
  prepare: async (client, text) => {
    const shared = await findOrTake(client)
    await makeItem(client, text)
    const id = await choose(client, shared)
    countsBefore.set(text, (await client.listRestores()).pagination.total)
    return `/snapshots/${id}?open=restore`
  },
  submit: press(button),
  see: (page) => page.getByText(/^The restore is (running|done)$/).waitFor(),
  count: countRestores,
})

export const snapshotWrites: Writes = {
  'take a snapshot': {
    operation: 'create-snapshot',
    prepare: async () => '/snapshots?take=true',
    ...typeInto('Name'),
    submit: press('Take it'),
    count: async (client, text) => (await findSnapshots(client, text)).length,
  },
  'delete a snapshot': oneWay({
    operation: 'delete-snapshot',
    prepare: async (client, text) => `/snapshots/${(await client.createSnapshot({ name: text })).id}?open=remove`,
    submit: press('Delete the snapshot'),
    see: (page) => page.getByRole('heading', { level: 1, name: 'Snapshots' }).waitFor(),
    count: async (client, text) => ((await findSnapshots(client, text)).length === 0 ? 1 : 0),
  }),
  'restore a snapshot': makeRestore('Restore the snapshot', async (_, { id }) => id),
  'undo a restore': makeRestore('Undo the restore', async (client, { id }) => {
    return (await waitForEnd(client, await client.restoreSnapshot(id))).pre_restore_snapshot_id
  }),
}
