import { type Client, newCompany, startTestService, type TestService } from '../../testing/service'
import { noon } from '../../testing/table'

let service: TestService
let call: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.setTime(noon)
  call = (await newCompany(service)).call
})

const key = { 'Idempotency-Key': 'key-1' }
const addItem = async (sku: string, quantity = 0) =>
  (await call('POST', '/items', { name: `Item ${sku}`, sku, quantity })).body

test('a batch replays the rows that were created, and evaluates the rest', async () => {
  await addItem('TAKEN')
  const items = [
    { name: 'One', sku: 'ONE' },
    { name: 'Two', sku: 'TAKEN' },
    { sku: 'nameless' },
    { name: 'Four', sku: 'FOUR' },
  ]
  const load = (rows: object[] = items) => call('POST', '/items/batch', { items: rows }, key)
  const first = await load()
  expect(first.body.data.map(({ status }) => status)).toEqual([201, 400, 400, 201])
  const [taken] = (await call('GET', '/items?search=TAKEN')).body.data
  await call('DELETE', `/items/${taken?.id}`)
  const again = await load()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body.data.map(({ status }) => status)).toEqual([201, 201, 400, 201])
  expect([again.body.data[0], again.body.data[3]]).toEqual([first.body.data[0], first.body.data[3]])
  const other = await load([{ name: 'Five', sku: 'FIVE' }])
  expect([other.status, other.body.error.code]).toEqual([400, 'idempotency_key_reused'])
  expect((await call('GET', '/items')).body.pagination.total).toBe(3)
})

test('a batch’s key is its own: neither a single request nor another batch has an effect under it', async () => {
  const rows = (prefix: string) =>
    Array.from({ length: 20 }, (_, index) => ({ name: 'Bolt', sku: `${prefix}-${index}` }))
  const batch = (prefix: string) => call('POST', '/items/batch', { items: rows(prefix) }, key)
  const both = await Promise.all([batch('A'), batch('B')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await call('GET', '/items')).body.pagination.total).toBe(20)
  const single = await call('POST', '/items', { name: 'Bolt', sku: 'single' }, key)
  expect([single.status, single.body.error.code]).toEqual([400, 'idempotency_key_reused'])
  const [first] = both.filter(({ status }) => status === 200)
  const again = await batch(first?.body.data[0]?.item.sku.charAt(0) ?? '')
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first?.text, 'true'])
})

test('a batch of which no row was created gives its key back', async () => {
  expect((await call('POST', '/items/batch', { items: [{ sku: 'nameless' }] }, key)).status).toBe(200)
  expect((await call('POST', '/items', { name: 'Bolt', sku: 'B' }, key)).status).toBe(201)
})

test('a batch sent ten times at once creates each row once', async () => {
  const items = Array.from({ length: 20 }, (_, index) => ({ name: 'Bolt', sku: `S-${index}` }))
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/items/batch', { items }, key)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length).toBeLessThanOrEqual(1)
  expect((await call('GET', '/items')).body.pagination.total).toBe(20)
})
