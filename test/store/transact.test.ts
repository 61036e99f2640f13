import { openLocalTable } from '../../cli/target'
import { type Item, updateItem } from '../../functions/domain/items/item'
import type { Order } from '../../functions/domain/orders/order'
import type { KnownRows } from '../../functions/store/known-rows'
import { keys, type Row } from '../../functions/store/schema'
import { OvertakenError, retryUntilCommitted, transact } from '../../functions/store/transact'
import { lost, startFaultyEngine } from '../support/faults/faulty-engine'
import { everything, makeShop, openShop, type Shop } from '../support/shop'
import { startTestTable, type TestTable } from '../support/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())

type Change = (shop: Shop, item: Item, order: Order) => Promise<unknown>

/** Changes that would show it if they took effect twice. */
const changes: [string, Change][] = [
  [
    'an update',
    (shop, { id }) => shop.changeItem(id, (item, at) => updateItem(item, { quantity: item.quantity + 5 }, at)),
  ],
  ['a transaction', (shop, { id }) => shop.move({ type: 'receive', quantity: 5, item_id: id })],
  [
    'a receive',
    (shop, _, { id, line_items }) => {
      const line = { line_item_id: line_items[0]?.id ?? '', quantity_rejected: 0, rejection_reason: null, row: 0 }
      return shop.receive(id, { ...everything, lines: [{ ...line, quantity_accepted: 5 }] })
    },
  ],
]
const faults = ['reset after', 'reset before'] as const
const cases = changes.flatMap(([name, change]) => faults.map((fault) => [name, fault, change] as const))

test.each(cases)(
  '%s, with %s several times: it is sent again as it was, and takes effect once',
  async (_, fault, change) => {
    const shop = await openShop(engine.table)
    const item = await shop.stockItem('A')
    const order = await shop.order([{ item_id: item.id, quantity_ordered: 20 }])
    let faults = 4 // more than the SDK tries on its own
    const proxy = await startFaultyEngine(engine.endpoint, ({ operation }) =>
      operation === 'TransactWriteItems' && faults-- > 0 ? lost[fault] : null,
    )
    const unreliable = { ...openLocalTable(engine.table.name, proxy.endpoint), now: engine.table.now }
    try {
      await change(makeShop(unreliable, shop.who), item, order)
    } finally {
      await proxy.stop()
    }
    expect(faults).toBeLessThanOrEqual(0)
    expect(await shop.getItem(item.id)).toMatchObject({ quantity: 5, rev: 2, sequence: 1 })
    const { status, line_items } = await shop.getOrder(order.id)
    if (status !== 'ordered') expect(line_items[0]?.quantity_received).toBe(5)
  },
)

const row = { pk: 'A', sk: 'B', rev: 2 }

test('an overtaken change reads again, and goes on with the rows that came back when it has waited for long', async () => {
  const known: (Row | undefined)[] = []
  const attempt = async (rows: KnownRows) => {
    known.push(rows.find(row))
    if (known.at(-1)) return 'committed'
    throw new OvertakenError([row], false)
  }
  expect(await retryUntilCommitted(attempt)).toBe('committed')
  expect(known.length).toBeGreaterThan(2)
  expect(known.at(-1)).toEqual(row)
})

test('a change that DynamoDB has no capacity for always reads again', async () => {
  const known: (Row | undefined)[] = []
  await retryUntilCommitted(async (rows) => {
    rows.add([row])
    known.push(rows.find({ pk: 'A', sk: 'C' }))
    if (known.length > 4) return
    throw new OvertakenError([{ ...row, sk: 'C' }], true)
  })
  expect(known).toEqual(Array(5).fill(undefined))
})

test('a cancellation that nobody foresaw has no row in it: the log of a 500 has all fields of its error', async () => {
  const { table, companyId, stockItem } = await openShop(engine.table)
  const { id } = await stockItem('PRIVATE', 1)
  const row = { TableName: table.name, ExpressionAttributeNames: { '#name': 'name' } }
  const Update = { ...row, Key: keys.company(companyId), UpdateExpression: 'SET #name = #name + :one' }
  const condition = { ConditionExpression: '#name = :none', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }
  const ConditionCheck = { ...row, ...condition, Key: keys.item(companyId, id) }
  const sent = transact(table, [
    { action: { ConditionCheck: { ...ConditionCheck, ExpressionAttributeValues: { ':none': 'none' } } } },
    { action: { Update: { ...Update, ExpressionAttributeValues: { ':one': 1 } } } },
  ])
  const error: unknown = await sent.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'TransactionCanceledException' })
  expect(JSON.stringify(error)).toMatch('ConditionalCheckFailed')
  expect(JSON.stringify(error)).not.toMatch('PRIVATE')
})
