import { keyScopes } from '../../functions/domain/companies/caller'
import { type Route, type RouteId, routes } from '../../functions/routes'
import type { Call } from '../support/client'
import { actOnItems } from '../support/items'
import { signInAs } from '../support/people'
import { type Kinds, unknownIds } from '../support/requests/ids'
import { findPart, makeRequest } from '../support/requests/requests'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, useService } from '../support/service'

const service = useService()

type WithId = Route & { id: RouteId }
const all = Object.values<WithId>(routes).filter(({ path }) => path.includes('{id}'))
const withId = chooseCases(all, 2, chooseSeed())
const kindOf = ({ path }: Route) => path.split('/')[1] as keyof Kinds
/** Well-formed, and of nothing. */
const unknownOf = ({ id }: WithId) => unknownIds[findPart(id)]

async function answerTo(call: Call, { id: routeId }: WithId, id: string) {
  const { method, path, body } = makeRequest(routeId, { ...unknownIds, [findPart(routeId)]: id })
  const { status, text, headers } = await call(method, path, body)
  const own = ['x-request-id', 'date', 'x-ratelimit-remaining']
  return { status, text, headers: [...headers].filter(([name]) => !own.includes(name)) }
}

let theirs: Awaited<ReturnType<typeof owner>>
beforeAll(async () => {
  theirs = await owner()
})

/** A company that has something of every kind, in every state: their ids. */
async function owner() {
  const { company, keyId, call, client } = await createCompanyWithKey(service, 'enterprise', [...keyScopes])
  const person = await signInAs(service, { company }, 'owner')
  const other = await signInAs(service, { company }, 'viewer')
  const { body: key } = await person.call('POST', '/keys', { name: 'Theirs' })
  const { stockItem, createOrder } = actOnItems(client)
  const [live, trashed] = [await stockItem('A', 1), await stockItem('B', 1)]
  await client.deleteItem(trashed.id)
  const [draft, ordered, received] = [await createOrder({ status: 'draft' }), await createOrder(), await createOrder()]
  await client.receiveOrder(received.id)
  const moved = await client.listTransactions()
  const snapshot = await client.createSnapshot()
  const restore = (mode: 'merge' | 'replace') => client.restoreSnapshot(snapshot.id, { mode })
  const restores = [await restore('merge'), await restore('replace')]
  const url = 'http://127.0.0.1:65535/events'
  const [active, disabled] = [await client.createWebhook({ url }), await client.createWebhook({ url })]
  await client.updateWebhook(disabled.id, { status: 'disabled' })
  return {
    call,
    client,
    person,
    keys: [keyId, (key as { id: string }).id],
    people: [person.id, other.id],
    items: [live.id, trashed.id],
    orders: [draft.id, ordered.id, received.id],
    transactions: moved.data.map(({ id }) => id ?? ''),
    snapshots: [snapshot.id, ...restores.map((each) => each.pre_restore_snapshot_id)],
    restores: restores.map(({ id }) => id),
    webhooks: [active.id, disabled.id],
  }
}

/** Only a person manages keys and people: an owner of another company. Everything else is a key's, with all scopes. */
async function stranger(route: Route): Promise<Call> {
  const customer = await createCompanyWithKey(service, 'enterprise', [...keyScopes])
  return isOfOwners(route) ? (await signInAs(service, customer, 'owner')).call : customer.call
}

const isOfOwners = (route: Route) => ['keys', 'people'].includes(kindOf(route))

test.each(withId)(
  '$id: another company’s id, in every state, answers as an unknown one, and a malformed one is 404',
  async (route) => {
    const call = await stranger(route)
    const lists = isOfOwners(route)
      ? ['/audit', '/keys', '/people']
      : ['/items', '/trash', '/orders', '/audit', '/snapshots', '/webhooks']
    const reader = isOfOwners(route) ? theirs.person : theirs
    const everything = async () => Promise.all(lists.map(async (path) => (await reader.call('GET', path)).text))
    const before = await everything()
    const kind = kindOf(route)
    const unknown = await answerTo(call, route, unknownOf(route))
    expect(unknown.status).toBe(404)
    expect(theirs[kind].length).toBeGreaterThan(1)
    for (const id of theirs[kind]) expect(await answerTo(call, route, id)).toEqual(unknown)
    for (const id of listMalformed(route)) expect([id, (await answerTo(call, route, id)).status]).toEqual([id, 404])
    expect(await everything()).toEqual(before)
  },
)

function listMalformed(route: WithId): string[] {
  const [prefix = '', ulid = ''] = unknownOf(route).split('_')
  const other = prefix === 'itm' ? unknownIds.open : unknownIds.item
  const { moved } = unknownIds
  return [
    'x',
    `${prefix}_`,
    `${prefix}_${ulid.toLowerCase()}`,
    other,
    '%00',
    route.id === 'list-snapshot-items' ? '%2e' : '%2e%2e', // of which fetch itself makes /items
    '🔩',
    ...(prefix === 'txn' ? [moved.slice(0, -2), moved.slice(0, -1), moved.replace(/00$/, 'x0')] : []),
  ]
}

test('what another company has can be named nowhere: not in a body, not in a filter, not by its SKU', async () => {
  const { call, client } = await createCompanyWithKey(service, 'enterprise', [...keyScopes])
  const [item_id = ''] = theirs.items
  const [, order_id = ''] = theirs.orders
  const line_item_id = (await theirs.client.getOrder(order_id)).line_items[0]?.id
  const supplier = { name: 'Acme' }
  const bodies: [string, object][] = [
    ['/transactions', { type: 'receive', item_id, quantity: 1 }],
    ['/transactions', { type: 'receive', sku: 'A', quantity: 1 }],
    ['/transactions', { type: 'receive', order_id, line_item_id, quantity: 1 }],
    ['/orders', { supplier, line_items: [{ item_id, quantity_ordered: 1 }] }],
    ['/orders', { supplier, line_items: [{ sku: 'A', quantity_ordered: 1 }] }],
  ]
  for (const [path, body] of bodies) expect((await call('POST', path, body)).status).toBe(404)
  const filters = [`item_id=${item_id}`, 'user_id=usr_1']
  const lists = ['/items', '/trash', '/orders', '/audit', '/transactions'] as const
  const paths = [
    ...lists,
    ...filters.flatMap((filter) => [`/audit?${filter}`, `/transactions?${filter}`] as const),
    `/transactions?order_id=${order_id}`,
    `/audit?resource_id=${order_id}`,
    `/orders?item_id=${item_id}`,
  ] as const
  for (const path of paths) expect([path, (await call('GET', path)).body.pagination.total]).toEqual([path, 0])
  for (const path of lists) expect((await theirs.call('GET', path)).body.pagination.total).toBeGreaterThan(0)
  expect((await client.listDailyStock()).data).toEqual([])
  expect((await theirs.client.listDailyStock()).data).not.toEqual([])
})

test('another company’s cursor is a place in one’s own log', async () => {
  service.setTime(service.now() + 60_000)
  const { cursor } = await theirs.client.listEvents({ limit: 1 })
  const { call, client } = await createCompanyWithKey(service)
  const { id } = await client.createItem({ name: 'Mine', sku: 'MINE' })
  service.setTime(service.now() + 60_000)
  const { status, body } = await call('GET', `/events?after=${cursor}`)
  expect([status, body]).toMatchObject([200, { data: [{ resource_id: id }] }])
})
