import { maxAheadMs } from '../../functions/domain/companies/write-rate'
import { keys } from '../../functions/store/table/schema'
import { readRowsOfCompany } from '../support/fork'
import { actOnItems } from '../support/items'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { formatRow } from '../support/scan'
import { useCustomer } from '../support/service'

// A company whose log has work for longer than requests of many rows may take ahead.

const { service, customer, call, client } = useCustomer()
const { stockItem, getQuantity, createOrder } = actOnItems(client)

const key = { 'Idempotency-Key': 'key-1' }
const makeItems = (count: number) => Array.from({ length: count }, (_, n) => ({ name: 'Bolt', sku: `S-${n}` }))
const tenSales = { transactions: Array(10).fill({ type: 'issue', sku: 'A', quantity: 1 }) }

/** Requests of many rows fit again `ms` later. */
const keepBusy = (ms: number) =>
  putRows(service.rows, [{ ...keys.writeRate(customer.company.id), busy_until: service.now() + maxAheadMs + ms }])
const readRows = async () => {
  const rows = await readRowsOfCompany(service.rows, customer.company.id)
  return rows.map(formatRow).sort()
}
const findBusyUntil = async () =>
  (await readRowsOfCompany(service.rows, customer.company.id)).find(({ sk }) => sk === 'PACE')?.busy_until ?? null

type Sent = [method: string, path: string, body?: object]

async function refuseAndAdmit([method, path, body]: Sent, status: number) {
  await call('GET', '/items') // opens the day of the key
  await keepBusy(2_500)
  const before = await readRows()
  const refused = await call(method, path, body, key)
  const after = Number(refused.headers.get('retry-after'))
  expect([refused.status, refused.body.error.code]).toEqual([429, 'resource_busy'])
  const message = `Your company writes faster than its log can take. Try again in ${after} seconds.`
  expect(refused.body.error.message).toBe(message)
  expect([3, 4, 5]).toContain(after)
  expect(refused.headers.get('x-ratelimit-limit')).toBe('1000')
  expect(await readRows()).toEqual(before)

  service.setTime(service.now() + 1_000 * after)
  const admitted = await call(method, path, body, key)
  expect([admitted.status, admitted.headers.get('idempotent-replayed')]).toEqual([status, null])

  await keepBusy(2_500)
  const busyUntil = await findBusyUntil()
  const retried = await call(method, path, body, key)
  expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([status, 'true'])
  expect(retried.text).toBe(admitted.text)
  expect(await findBusyUntil()).toBe(busyUntil)
}

describe('what does not fit yet changes nothing, fits in time, and is replayed at any time', () => {
  test('a batch', async () => {
    await refuseAndAdmit(['POST', '/items/batch', { items: makeItems(10) }], 200)
    expect((await client.listItems({})).pagination.total).toBe(10)
  })

  test('movements', async () => {
    const { id } = await stockItem('A', 10)
    await refuseAndAdmit(['POST', '/transactions', tenSales], 201)
    expect(await getQuantity(id)).toBe(0)
  })

  rehearse('a delivery', async () => {
    await client.createItems({ items: makeItems(9) })
    const { id } = await createOrder({ line_items: makeItems(9).map(({ sku }) => ({ sku, quantity_ordered: 2 })) })
    await refuseAndAdmit(['POST', `/orders/${id}/receive`], 200) // the order has the tenth log row
  })
})

test('of a batch that was committed in part, a retry needs room for the rest alone', async () => {
  const { id } = await stockItem('S-0')
  const batch = { items: makeItems(12) }
  const first = await call('POST', '/items/batch', batch, key)
  expect(first.body.data.filter(({ status }) => status === 201)).toHaveLength(11)
  await client.deleteItem(id)
  await keepBusy(2_500)
  const { status, body } = await call('POST', '/items/batch', batch, key)
  expect([status, body.data.map((row) => row.status)]).toEqual([200, Array(12).fill(201)])
})

test('a dry run takes nothing, and neither do rows of a batch that are not valid', async () => {
  await stockItem('A', 20)
  await keepBusy(2_500)
  const busyUntil = await findBusyUntil()
  expect((await call('POST', '/transactions', { ...tenSales, dry_run: true })).status).toBe(200)
  const invalid = Array(10).fill({ name: 'Bolt' })
  expect((await call('POST', '/items/batch', { items: [...makeItems(9), ...invalid] })).status).toBe(200)
  expect((await client.listItems({})).pagination.total).toBe(10)
  expect(await findBusyUntil()).toBe(busyUntil)
})

test('a refusal is a warning in the log, with the company and the units', async () => {
  await keepBusy(2_500)
  service.logs.length = 0
  await call('POST', '/items/batch', { items: makeItems(10) })
  const lines = service.logs.filter((text) => text.includes('answered with an error')).map((text) => JSON.parse(text))
  const told = { status: 429, error_code: 'resource_busy', company_id: customer.company.id, units: 20 }
  expect(lines).toEqual([expect.objectContaining({ level: 'WARN', ...told })])
})
