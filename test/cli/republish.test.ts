import { readDeliveryPages } from '../../functions/store/webhooks/delivery-row'
import { runInventory } from '../support/command'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, useService, useTools } from '../support/service'
import { putWebhook } from '../support/webhooks'

// `npx inventory events republish`, on a service whose stream nobody reads: as after a disaster.

const service = useService()
const tools = useTools(service)
beforeEach(() => service.setTime(Date.now()))

const republish = (...args: string[]) => runInventory(['events', 'republish', '--info', tools.info, ...args])
type Detail = { company_id: string; type: string; id: string }
const listDetails = (companyId: string) =>
  (service.bus?.events ?? []).map(({ event }) => event.detail as Detail).filter((each) => each.company_id === companyId)

test('it puts what has happened since on the bus, with the ids of the feed; each run once more', async () => {
  const { company, client } = await createCompanyWithKey(service)
  await client.createItem({ name: 'Item', sku: 'BEFORE' })
  service.setTime(service.now() + 60_000)
  const since = new Date(service.now()).toISOString()
  await client.createItem({ name: 'Item', sku: 'A', quantity: 1, reorder_point: 2 })
  const imported = { ...makeLogRow(company.id, { at: service.now() + 1 }), imported: true }
  await putRows(service.rows, [imported])
  const { status, stdout } = await republish('--since', since, '--company', company.id, '--json')
  expect([status, JSON.parse(stdout)]).toEqual([0, { companies: 1, rows: 1, failed: 0 }])
  const details = listDetails(company.id)
  expect(details.map(({ type }) => type)).toEqual(['item.created', 'item.low_stock'])
  service.setTime(service.now() + 60_000)
  const feed = await client.listEvents({ since: new Date(Date.parse(since) - 1).toISOString(), types: 'item.*' })
  expect(feed.data.slice(0, 2).map(({ id }) => id)).toEqual(details.map(({ id }) => id))
  await republish('--since', since, '--company', company.id)
  expect(listDetails(company.id).map(({ id }) => id)).toEqual([...details, ...details].map(({ id }) => id))
})

test('deliveries that there are not yet are queued, once however often it runs', async () => {
  const { company, client } = await createCompanyWithKey(service)
  const { id } = await putWebhook(service.rows, company.id, 'https://receiver.example/', { events: ['item.low_stock'] })
  const since = new Date(service.now()).toISOString()
  for (const sku of ['A', 'B']) await client.createItem({ name: 'Item', sku, quantity: 1, reorder_point: 2 })
  for (const _ of [1, 2]) expect((await republish('--since', since, '--company', company.id)).status).toBe(0)
  const deliveries = []
  for await (const page of readDeliveryPages(service.rows, company.id, id)) deliveries.push(...page)
  expect(deliveries.map(({ type, status }) => [type, status])).toEqual(Array(2).fill(['item.low_stock', 'pending']))
})

rehearse('without a company, it takes all', async () => {
  const companies = [await createCompanyWithKey(service), await createCompanyWithKey(service, 'starter')]
  const since = new Date(service.now()).toISOString()
  for (const { client } of companies) await client.createItem({ name: 'Item', sku: 'A' })
  expect((await republish('--since', since)).status).toBe(0)
  for (const { company } of companies) expect(listDetails(company.id)).toHaveLength(1)
})

test('a row that cannot be read is named, and the exit status is 1', async () => {
  const { company, client } = await createCompanyWithKey(service)
  const since = new Date(service.now()).toISOString()
  const row = makeLogRow(company.id, { at: service.now() })
  await putRows(service.rows, [{ ...row, after: 'no JSON' }])
  service.setTime(service.now() + 1_000)
  await client.createItem({ name: 'Item', sku: 'A' })
  const { status, stderr, stdout } = await republish('--since', since, '--company', company.id, '--json')
  expect([status, JSON.parse(stdout)]).toEqual([1, { companies: 1, rows: 2, failed: 1 }])
  expect(stderr).toContain(`LOG#${company.id} ${row.sk}: `)
  expect(listDetails(company.id)).toHaveLength(1)
})

test.each([
  [['--since', 'yesterday'], '--since must be a time, such as'],
  [['--since', '2026-01-01T00:00:00Z', '--company', 'cmp_x'], 'there is no company cmp_x'],
  [[], '--since is needed'],
  [['--since', '2026-01-01T00:00:00Z', '--follow'], "Unknown option '--follow'"],
])('%j is wrong use', async (args, message) => {
  const { status, stderr } = await republish(...args)
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
})
