import { keyScopes } from '../../functions/domain/companies/caller'
import { type Route, type RouteId, routes } from '../../functions/routes'
import { makeUlid } from '../../functions/store/time/ulids'
import { type Answer, tell } from '../support/client'
import { buildWorld, type World } from '../support/faults/world'
import { forkCompany } from '../support/fork'
import { actOnItems } from '../support/items'
import { rehearse } from '../support/rehearse'
import { makeRequest } from '../support/requests/requests'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, createKey, useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call, client } = useCustomer()
const { stockItem, createOrder } = actOnItems(client)

const key = { 'Idempotency-Key': 'key-1' }
const reused = [400, 'idempotency_key_reused']
const atOnce = 100
const draft = { status: 'draft', supplier: { name: 'Acme' }, line_items: [{ sku: 'A', quantity_ordered: 5 }] }

/** Every route that changes something. */
const changes = Object.values<Route & { id: RouteId }>(routes).filter(
  ({ method, scope }) => method !== 'GET' && (scope === 'write' || scope === 'webhooks'),
)

let world: World
beforeAll(async () => {
  world = await buildWorld(service.rows, { restoring: false })
})

/** A copy of the world for one route. */
async function open(id: RouteId) {
  const companyId = `cmp_${makeUlid(noon)}`
  await forkCompany(service.rows, world.rows, { from: world.companyId, to: companyId })
  const { call, client } = await createKey(service, companyId, 'enterprise', { scopes: [...keyScopes] })
  const { method, path, body } = makeRequest(id, world.ids)
  const send = (used: string) => call(method, path, body, { 'Idempotency-Key': used })
  return { call, send, entries: async () => (await client.listAudit()).pagination.total }
}

const summarize = ({ status, text, headers }: Answer) => [status, text, headers.get('etag'), headers.get('warning')]

test.each(chooseCases(changes, 1, chooseSeed()))(
  '$id: a retry has no effect, and gets the same answer; with the key of another request it is 400, and has no effect',
  async ({ id }) => {
    const { call, send, entries } = await open(id)
    const other = { name: 'Other', sku: 'OTHER' }
    if (id === 'create-items') await call('POST', '/items/batch', { items: [other] }, { 'Idempotency-Key': 'used' })
    else await call('POST', '/items', other, { 'Idempotency-Key': 'used' })
    const before = await entries()
    const refused = await send('used')
    expect([refused.status, refused.body.error]).toEqual([
      400,
      { code: 'idempotency_key_reused', message: 'The idempotency key was used for another request.' },
    ])
    expect(await entries()).toBe(before)
    const first = await send('key-1')
    const effects = await entries()
    service.setTime(noon + 24 * 3_600_000 - 2_000)
    const again = await send('key-1')
    expect(summarize(again)).toEqual(summarize(first))
    expect(first.status).toBeLessThan(300)
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
    expect(await entries()).toBe(effects)
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  },
)

describe('sent at once', () => {
  const repeat = <Result>(times: number, send: () => Promise<Result>) =>
    Promise.all(Array.from({ length: times }, send))
  const isFirst = ({ headers }: Answer) => headers.get('idempotent-replayed') === null

  // Both at the same time, since a replay that comes so soon waits some seconds.
  rehearse(
    `${atOnce} times, a transaction has one effect, and orders take one number; their answers are equal`,
    async () => {
      const item = await stockItem('A', 10)
      const issue = { type: 'issue', item_id: item.id, quantity: 10 }
      const [issues, orders] = await Promise.all([
        repeat(atOnce, () => call('POST', '/transactions', issue, { 'Idempotency-Key': 'issue' })),
        repeat(atOnce, () => call('POST', '/orders', draft, { 'Idempotency-Key': 'order' })),
      ])
      expect(new Set(issues.map((answer) => JSON.stringify(summarize(answer)))).size).toBe(1)
      expect(issues[0]?.status).toBe(201)
      expect(issues.filter(isFirst)).toHaveLength(1)
      expect(await client.verifyItem(item.id)).toMatchObject({ quantity: 0, transactions: 2, consistent: true })
      expect(new Set(orders.map(({ body }) => body.id)).size).toBe(1)
      expect((await createOrder()).order_number).toBe('PO-000002')
    },
  )

  rehearse('several times, a batch creates each row once', async () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ name: 'Bolt', sku: `S-${index}` }))
    const batches = await repeat(atOnce / 10, () => call('POST', '/items/batch', { items }, key))
    expect(new Set(batches.map(({ text }) => text)).size).toBe(1)
    expect(batches.filter(isFirst).length).toBeLessThanOrEqual(1)
    expect((await client.listItems()).pagination.total).toBe(20)
  })
})

test('the same key with another body, path or method is another request', async () => {
  const item = await stockItem('A', 10)
  const issue = { type: 'issue', item_id: item.id, quantity: 1 }
  await call('POST', '/transactions', issue, key)
  for (const other of [
    call('POST', '/transactions', { ...issue, quantity: 2 }, key),
    call('POST', '/transactions', { ...issue, quantity: 200 }, key),
    call('POST', '/orders', draft, key),
    call('DELETE', `/items/${item.id}`, undefined, key),
  ])
    expect(await tell(other)).toEqual(reused)
  expect((await client.getItem(item.id)).quantity).toBe(9)
})

test('another company’s same key is another key, as is the same one after 24 hours', async () => {
  await stockItem('A', 10)
  const issue = () => call('POST', '/transactions', { type: 'issue', sku: 'A', quantity: 1 }, key)
  const first = await issue()
  const stranger = await createCompanyWithKey(service)
  expect((await stranger.call('POST', '/items', { name: 'Bolt', sku: 'A' }, key)).status).toBe(201)
  service.setTime(noon + 24 * 3_600_000 + 1_000)
  const later = await issue()
  expect([later.status, later.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect(later.body.id).not.toBe(first.body.id)
})

test('only what succeeded is kept: a refusal and a dry run are evaluated anew', async () => {
  await stockItem('A', 1)
  const issue = { type: 'issue', sku: 'A', quantity: 2 }
  expect((await call('POST', '/transactions', issue, key)).body.error.code).toBe('insufficient_stock')
  expect((await call('POST', '/transactions', { ...issue, quantity: 1, dry_run: true }, key)).status).toBe(200)
  await client.createTransactions({ type: 'receive', sku: 'A', quantity: 1 })
  expect((await call('POST', '/transactions', issue, key)).status).toBe(201)
})

test('a PUT that changes nothing is kept: its retry leaves alone what others have written since', async () => {
  const item = await stockItem('A', 1)
  const put = () => call('PUT', `/items/${item.id}`, { name: 'Item A' }, key)
  const first = await put()
  await client.updateItem(item.id, { name: 'Another name' })
  const again = await put()
  expect(summarize(again)).toEqual(summarize(first))
  expect((await client.getItem(item.id)).name).toBe('Another name')
  const { id } = await createOrder({ status: 'draft' })
  const order = (notes: string | null, headers = {}) => call('PUT', `/orders/${id}`, { notes }, headers)
  const unchanged = await order(null, { 'Idempotency-Key': 'order' })
  await order('Later')
  expect(summarize(await order(null, { 'Idempotency-Key': 'order' }))).toEqual(summarize(unchanged))
  expect((await client.getOrder(id)).notes).toBe('Later')
})

rehearse('a long answer is replayed whole', async () => {
  const rows = Array.from({ length: 45 }, (_, index) => ({
    name: `Item ${index} ${'ß'.repeat(150)}`,
    sku: `S-${index}`,
  }))
  await client.createItems({ items: rows })
  const order = await createOrder({
    line_items: rows.map(({ sku }) => ({ sku, quantity_ordered: 1, notes: 'ü'.repeat(200) })),
  })
  const receive = () => call('POST', `/orders/${order.id}/receive`, { note: 'é'.repeat(1000) }, key)
  const first = await receive()
  expect(first.text.length).toBeGreaterThan(100_000)
  expect(summarize(await receive())).toEqual(summarize(first))
})

test('a batch replays the rows that were created, and evaluates the rest', async () => {
  const taken = await stockItem('TAKEN')
  const items = [
    { name: 'One', sku: 'ONE' },
    { name: 'Two', sku: 'TAKEN' },
    { sku: 'nameless' },
    { name: 'Four', sku: 'FOUR' },
  ]
  const load = (rows: object[] = items) => call('POST', '/items/batch', { items: rows }, key)
  const first = await load()
  expect(first.body.data.map(({ status }) => status)).toEqual([201, 400, 400, 201])
  await client.deleteItem(taken.id)
  const again = await load()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body.data.map(({ status }) => status)).toEqual([201, 201, 400, 201])
  expect([again.body.data[0], again.body.data[3]]).toEqual([first.body.data[0], first.body.data[3]])
  expect(await tell(load([{ name: 'Five', sku: 'FIVE' }]))).toEqual(reused)
  expect((await client.listItems()).pagination.total).toBe(3)
})

test('a batch’s key is its own: neither a single request nor another batch has an effect under it', async () => {
  const rows = (prefix: string) =>
    Array.from({ length: 20 }, (_, index) => ({ name: 'Bolt', sku: `${prefix}-${index}` }))
  const batch = (prefix: string) => call('POST', '/items/batch', { items: rows(prefix) }, key)
  const both = await Promise.all([batch('A'), batch('B')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await client.listItems()).pagination.total).toBe(20)
  expect(await tell(call('POST', '/items', { name: 'Bolt', sku: 'single' }, key))).toEqual(reused)
  const [first] = both.filter(({ status }) => status === 200)
  const again = await batch(first?.body.data[0]?.item.sku.charAt(0) ?? '')
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first?.text, 'true'])
})

test('a batch of which no row was created gives its key back', async () => {
  expect((await call('POST', '/items/batch', { items: [{ sku: 'nameless' }] }, key)).status).toBe(200)
  expect((await call('POST', '/items', { name: 'Bolt', sku: 'B' }, key)).status).toBe(201)
})
