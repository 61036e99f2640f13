import { setTimeout as sleep } from 'node:timers/promises'
import { change, MissingError, readTwice, requireEqual, type Session, step } from './steps'

/** Remembers a change since the snapshot. */
function keepChange(session: Session, kind: keyof Session['changed'], id: string): void {
  session.changed[kind] = 1
  session.changedIds.add(id)
}

/** Only items of this run: whatever else the company has, it stays as it is. */
function listChosen(session: Session): string[] {
  if (session.changedIds.size > 0) return [...session.changedIds]
  throw new MissingError('nothing has changed that a restore could take back')
}

/** Takes a snapshot, changes items, and restores them. */
export const snapshots = [
  change('create-snapshot', 'of all items', async (session, options) => {
    const snapshot = await session.client.createSnapshot({ name: session.name('SNAPSHOT') }, options)
    session.open.snapshots.add(snapshot.id)
    requireEqual('the status', snapshot.status, 'ready')
    session.set({ snapshot })
  }),
  step('get-snapshot', 'the snapshot', async (session) => {
    const { id, item_count } = session.get('snapshot')
    requireEqual('the number of items', (await session.client.getSnapshot(id)).item_count, item_count)
  }),
  step('list-snapshots', 'the newest', async (session) => {
    const { data } = await session.client.listSnapshots({ type: 'manual', limit: 1 })
    if (session.has('snapshot')) requireEqual('the id', data[0]?.id, session.get('snapshot').id)
  }),
  step('list-snapshot-items', 'the bolt', async (session) => {
    const { data } = await session.client.listSnapshotItems(session.get('snapshot').id, {
      sku: session.get('bolt').sku,
    })
    requireEqual('the quantity', data[0]?.quantity, session.get('quantity'))
  }),
  step('update-item', 'after the snapshot', async (session) => {
    const { id } = await session.client.updateItem(session.get('bolt').id, { sku: session.name('BOLT-3'), quantity: 1 })
    keepChange(session, 'updated', id)
  }),
  step('delete-item', 'after the snapshot', async (session) => {
    const { id } = session.get('washer')
    await session.client.deleteItem(id)
    keepChange(session, 'created', id)
  }),
  step('create-item', 'after the snapshot', async (session) => {
    const { id } = session.keepItem(await session.client.createItem({ name: 'Late', sku: session.name('LATE') }))
    keepChange(session, 'trashed', id)
  }),
  readTwice('diff-snapshot', 'with the present', async (session) => {
    const { summary } = await session.client.diffSnapshot(session.get('snapshot').id)
    const { unchanged: _, ...changed } = summary
    requireEqual('the summary', changed, session.changed)
  }),
  step('restore-snapshot', 'as a dry run', async (session) => {
    const request = { dry_run: true, item_ids: listChosen(session) } as const
    const { unchanged: _, ...changed } = await session.client.restoreSnapshot(session.get('snapshot').id, request)
    requireEqual('the summary', changed, session.changed)
  }),
  change('restore-snapshot', 'what has changed', async (session, options) => {
    if (!session.isAlone) throw new MissingError('a restore needs the list of items, to leave those of others alone')
    const request = { item_ids: listChosen(session) }
    const restore = await session.client.restoreSnapshot(session.get('snapshot').id, request, options)
    session.open.snapshots.add(restore.pre_restore_snapshot_id)
    session.set({ restore })
  }),
  step('get-restore', 'to its end', async (session) => {
    const { id } = session.get('restore')
    let restore = await session.client.getRestore(id)
    for (let attempt = 0; restore.status === 'running' && attempt < 20; attempt++) {
      await sleep(1_000)
      restore = await session.client.getRestore(id)
    }
    requireEqual('the status and the conflicts', [restore.status, restore.conflicts], ['completed', []])
  }),
  step('list-restores', 'the newest', async (session) => {
    const { data } = await session.client.listRestores({ limit: 1 })
    if (session.has('restore')) requireEqual('the id', data[0]?.id, session.get('restore').id)
  }),
  step('get-item', 'as the snapshot has it', async (session) => {
    session.get('restore')
    const { sku, quantity } = await session.client.getItem(session.get('bolt').id)
    requireEqual('the SKU and the quantity', [sku, quantity], [session.get('bolt').sku, session.get('quantity')])
  }),
]

/** The last step of a snapshot, after the audit log has been read. */
export const snapshotEnd = [
  change('delete-snapshot', 'the snapshot', async (session, options) => {
    const { id } = session.get('snapshot')
    await session.client.deleteSnapshot(id, options)
    session.open.snapshots.delete(id)
  }),
]
