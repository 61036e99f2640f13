import { changePlan, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { rebuild } from '../../functions/catalogue/compaction'
import { runRestore } from '../../functions/operations/snapshots/run-restore'
import { type Route, type RouteId, routes } from '../../functions/routes'
import { byResource, keys, makeResource, type Row, type RowKey } from '../../functions/store/table/schema'
import { findRow } from '../../functions/store/table/table'
import { deleteRows } from '../support/empty-table'
import { createItem } from '../support/items'
import { signInAs } from '../support/people'
import { putRows } from '../support/put-rows'
import { unknownIds } from '../support/requests/ids'
import { findPart, makeRequest } from '../support/requests/requests'
import { scanTable } from '../support/scan'
import { createCompanyWithKey, useService } from '../support/service'

// An operator imports a file of a company's rows. Whoever makes such a file may write into it rows that lead to another
// company. Each look-up compares the row that it finds with the company that asks.

/** They go before the service does: other files share it. */
const forged = new Map<string, Row>()
const forge = async (rows: Row[]) => {
  for (const row of rows) forged.set(`${row.pk} ${row.sk}`, row)
  await putRows(table(), rows)
}
afterAll(() => deleteRows(table(), [...forged.values()]))

const service = useService()
const table = () => service.rows

type Side = Awaited<ReturnType<typeof openSide>>
let theirs: Side
let ours: Side

async function openSide() {
  const { company, client, call, keyId } = await createCompanyWithKey(service)
  const owner = await signInAs(service, { company }, 'owner')
  const second = await signInAs(service, { company }, 'owner')
  const item = await createItem(client, 'A', { name: `Of ${company.id}`, quantity: 7 })
  const snapshot = await client.createSnapshot()
  const restore = await client.restoreSnapshot(snapshot.id, { mode: 'merge' })
  await rebuild(table(), company.id, 'items')
  return { company, client, call, keyId, owner, second, item, snapshot, restore }
}

const find = async (key: RowKey): Promise<Row> => {
  const row = await findRow(table(), key)
  if (row === undefined) throw new Error(`there is no row ${key.pk} ${key.sk}`)
  return row
}
/** All rows of a company, in its partitions or by its attribute. */
const rowsOf = async (companyId: string) =>
  (await scanTable(table())).filter((row) => row.company_id === companyId || String(row.pk).includes(companyId))

beforeAll(async () => {
  theirs = await openSide()
  ours = await openSide()
  const [from, to] = [theirs.company.id, ours.company.id]
  const copies: [RowKey, RowKey][] = [
    [keys.principalOfCompany(from, theirs.keyId), keys.principalOfCompany(to, theirs.keyId)],
    [keys.principalOfCompany(from, theirs.owner.id), keys.principalOfCompany(to, theirs.owner.id)],
    [keys.principalOfCompany(from, theirs.second.id), keys.principalOfCompany(to, theirs.second.id)],
    [keys.snapshot(from, theirs.snapshot.id), keys.snapshot(to, theirs.snapshot.id)],
    [keys.restore(from, theirs.restore.id), keys.restore(to, theirs.restore.id)],
    [keys.catalogue(from, 'ITEMS'), keys.catalogue(to, 'ITEMS')],
  ]
  await forge(await Promise.all(copies.map(async ([of, key]) => ({ ...(await find(of)), ...key }))))
})

const byId = Object.values<Route & { id: RouteId }>(routes).filter(({ path }) =>
  /^\/(keys|people|restores)\/\{id\}/.test(path),
)

test('an id of another company’s key, person or restore is unknown, though our rows lead to it', async () => {
  const before = await rowsOf(theirs.company.id)
  const { owner, call } = ours
  const ids = { keys: [theirs.keyId], people: [theirs.owner.id, theirs.second.id], restores: [theirs.restore.id] }
  const known = ['get-restore', 'remove-person', 'revoke-key', 'sign-out-person', 'update-key', 'update-person']
  expect(byId.map(({ id }) => id).sort()).toEqual(known)
  for (const { id: routeId, path: template } of byId)
    for (const id of ids[template.split('/')[1] as keyof typeof ids])
      for (const each of [owner.call, call]) {
        const { method, path, body } = makeRequest(routeId, { ...unknownIds, [findPart(routeId)]: id })
        const { status } = await each(method, path, body)
        expect([routeId, status === 403 ? 404 : status]).toEqual([routeId, 404])
      }
  expect(await rowsOf(theirs.company.id)).toEqual(before)
})

test('lists of keys and people have none of another company', async () => {
  const { owner, second, keyId } = ours
  expect((await owner.call('GET', '/keys')).body).toMatchObject({ data: [{ id: keyId }] })
  const people = [owner.id, second.id]
    .sort()
    .reverse()
    .map((id) => ({ id }))
  expect((await owner.call('GET', '/people')).body).toMatchObject({ data: people })
})

test('a command for one company changes no key and no person of another', async () => {
  const principals = async () => (await rowsOf(theirs.company.id)).filter(({ pk }) => String(pk).startsWith('KEY#'))
  const before = await principals()
  expect(before).toHaveLength(3)
  const company = await changePlan(table(), ours.company, 'starter')
  await suspendCompany(table(), company.id)
  expect(await principals()).toEqual(before)
  await resumeCompany(table(), company.id)
  await changePlan(table(), company, 'enterprise')
  expect(await principals()).toEqual(before)
})

test('chunks of another company are none: of a snapshot that names them, and of a base', async () => {
  const { call, client, item } = ours
  const refusal = { code: 'invalid_state', message: expect.stringContaining('damaged') }
  for (const path of ['items', 'diff'])
    expect((await call('GET', `/snapshots/${theirs.snapshot.id}/${path}`)).body.error).toMatchObject(refusal)
  expect((await call('POST', `/snapshots/${theirs.snapshot.id}/restore`)).body.error).toMatchObject(refusal)
  expect((await client.listItems()).data.map(({ id }) => id)).toEqual([item.id])
  expect((await theirs.client.getSnapshot(theirs.snapshot.id)).status).toBe('ready')
})

test('a restore acts for the company of its row alone', async () => {
  const row = { ...(await find(keys.restore(theirs.company.id, theirs.restore.id))), status: 'running', cursor: 0 }
  const heartbeat = table().now()
  await forge([{ ...row, ...keys.restore(ours.company.id, theirs.restore.id), heartbeat }])
  const before = await rowsOf(theirs.company.id)
  const run = runRestore(table(), ours.company.id, theirs.restore.id)
  await expect(run).rejects.toMatchObject({ code: 'restore_not_found' })
  expect(await rowsOf(theirs.company.id)).toEqual(before)
})

test('a log row of ours that names another company’s item is not in that item’s history', async () => {
  const resource = makeResource('item', theirs.company.id, theirs.item.id)
  const [own] = (await scanTable(table())).filter((row) => row.pk === keys.log(ours.company.id, '', 0).pk)
  await forge([{ ...own, sk: '01K00000000000000000000001#00', [byResource.partition]: resource }])
  await forge([{ ...own, sk: '7ZZZZZZZZZ0000000000000001#00', [byResource.partition]: resource }])
  for (const path of ['transactions', 'audit'])
    expect((await theirs.call('GET', `/${path}?item_id=${theirs.item.id}`)).body).toMatchObject({
      pagination: { total: 1 },
    })
  expect((await theirs.call('GET', `/items/${theirs.item.id}/verify`)).body).toMatchObject({ consistent: true })
})
