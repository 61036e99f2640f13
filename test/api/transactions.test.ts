import { runConcurrently } from '../../functions/store/concurrently'
import { makeError, tell } from '../support/client'
import { actOnItems } from '../support/items'
import { rehearse } from '../support/rehearse'
import { createKey, useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, customer, call, client } = useCustomer()
const { stockItem } = actOnItems(client)

describe('create', () => {
  test('201 with the whole record', async () => {
    const item = await stockItem('A', 10)
    const details = { type: 'issue', sku: 'A', reason: 'sale', reference: 'INV-1', note: 'By courier' }
    const sent = { ...details, quantity: 4, occurred_at: '2026-03-14T12:30:00+02:00' }
    const { status, body, headers } = await call('POST', '/transactions', sent)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^txn_[0-9A-Z]{28}$/),
      ...details,
      item_id: item.id,
      name: 'Item A',
      sequence: 2,
      quantity_change: -4,
      quantity_before: 10,
      quantity_after: 6,
      order_id: null,
      line_item_id: null,
      receipt_id: null,
      reversal_of: null,
      reversed_by: null,
      user_id: 'usr_1',
      api_key_id: expect.stringMatching(/^key_/),
      request_id: headers.get('x-request-id'),
      occurred_at: '2026-03-14T10:30:00.000Z',
      created_at: '2026-03-14T12:00:00.001Z',
    })
    expect((await call('GET', `/transactions/${body.id}`)).body).toEqual(body)
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(6)
  })

  test('several rows, all or none, answered in their order', async () => {
    const item = await stockItem('A', 10)
    const rows = [
      { type: 'issue', sku: 'A', quantity: 10 },
      { type: 'return', item_id: item.id, quantity: 1 },
      { type: 'adjust', sku: 'A', quantity: -1 },
      { type: 'count', sku: 'A', quantity: 0 },
    ]
    const { status, body } = await call('POST', '/transactions', { transactions: rows })
    expect(status).toBe(201)
    const told = body.data.map((row) => [row.type, row.sequence, row.quantity_change, row.quantity_after].join(' '))
    expect(told).toEqual(['issue 2 -10 0', 'return 3 1 1', 'adjust 4 -1 0', 'count 5 0 0'])
    const refused = await call('POST', '/transactions', { transactions: [{ ...rows[1] }, { ...rows[0], quantity: 2 }] })
    expect([refused.status, refused.body]).toEqual([
      400,
      makeError('insufficient_stock', 'Not enough stock: 1 available, 2 wanted.', 'transactions[1].quantity'),
    ])
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(0)
  })

  test('a dry run answers 200 with what would be, and changes nothing', async () => {
    const item = await stockItem('A', 10)
    const count = { type: 'count', sku: 'A', quantity: 4, dry_run: true }
    const { status, body } = await call('POST', '/transactions', count)
    expect([status, body.id, body.quantity_after]).toEqual([200, null, 4])
    const many = { transactions: [{ type: 'issue', sku: 'A', quantity: 11 }], dry_run: true }
    expect((await call('POST', '/transactions', many)).body.error.code).toBe('insufficient_stock')
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(10)
    expect((await call('GET', '/transactions')).body.pagination.total).toBe(1)
  })
})

describe('a transaction that is refused', () => {
  // What a request alone tells, test/http/refused-bodies.test.ts has.
  const issue = { type: 'issue', sku: 'A', quantity: 1 }
  const all = { ...issue, type: 'receive', quantity: 2_147_483_647 }
  const rows = (more: object) => ({ transactions: [issue, { ...issue, ...more }] })
  const tooFew = ['insufficient_stock', 'Not enough stock: 10 available, 11 wanted.'] as const
  const tooMany = ['invalid_request', 'The stock would exceed 2147483647: 10 are there already.'] as const
  const at = '2026-03-14T12:05:01.000Z'
  const future = ['invalid_request', `The movement cannot have occurred in the future, at ${at}.`] as const
  const conflict = ['version_conflict', "The quantity of 'A' is 10, not 9."] as const
  const sequence = ['version_conflict', "The newest transaction of 'A' has the sequence 1, not 0."] as const
  test.each<[string, object, readonly [string, string], string | undefined]>([
    ['too much', { ...issue, quantity: 11 }, tooFew, 'quantity'],
    ['too early', { ...issue, occurred_at: at }, future, 'occurred_at'],
    ['another quantity than expected', { ...issue, expected_quantity: 9 }, conflict, undefined],
    ['that, as a row', rows({ expected_quantity: 9 }), conflict, 'transactions[1].expected_quantity'],
    ['another place in the ledger', rows({ expected_sequence: 0 }), sequence, 'transactions[1].expected_sequence'],
    ['more than can be', all, tooMany, 'quantity'],
  ])('%s is 400 with the field, and changes nothing', async (_, body, [code, message], field) => {
    const item = await stockItem('A', 10)
    const answer = await call('POST', '/transactions', body)
    expect([answer.status, answer.body]).toEqual([400, makeError(code, message, field)])
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(10)
    expect((await call('GET', '/transactions')).body.pagination.total).toBe(1)
  })
})

describe('reverse', () => {
  test('201 with the counter-entry, once; the row says by which', async () => {
    const item = await stockItem('A', 10)
    const moved = (await call('POST', '/transactions', { type: 'issue', sku: 'A', quantity: 4 })).body
    const why = { reason: 'correction', note: 'Wrong shelf' }
    const back = await call('POST', `/transactions/${moved.id}/reverse`, why)
    expect(back.status).toBe(201)
    expect(back.body).toMatchObject({ type: 'reversal', quantity_change: 4, reversal_of: moved.id, ...why })
    expect((await call('GET', `/transactions/${moved.id}`)).body).toEqual({ ...moved, reversed_by: back.body.id })
    const again = await call('POST', `/transactions/${moved.id}/reverse`)
    expect([again.status, again.body]).toEqual([
      400,
      makeError('invalid_state', 'The transaction cannot be reversed: it has been reversed already.', 'status'),
    ])
    const verified = { item_id: item.id, quantity: 10, ledger_total: 10, transactions: 3, consistent: true }
    expect((await call('GET', `/items/${item.id}/verify`)).body).toEqual(verified)
  })

  test('is refused where the stock is no longer there', async () => {
    await stockItem('A')
    const moved = await client.createTransactions({ type: 'receive', sku: 'A', quantity: 4 })
    await client.createTransactions({ type: 'issue', sku: 'A', quantity: 3 })
    expect((await call('POST', `/transactions/${moved.id}/reverse`)).body.error.code).toBe('insufficient_stock')
  })

  test('an audit entry that moved no stock is no transaction', async () => {
    const item = await stockItem('A', 10)
    await call('PUT', `/items/${item.id}`, { name: 'Nut' })
    const entry = (await call('GET', '/audit?action=update')).body.data[0]
    expect(entry).toMatchObject({ transaction_id: null })
    const path = `/transactions/${entry?.id.replace('aud_', 'txn_')}`
    expect(await tell(call('GET', path))).toEqual([404, 'transaction_not_found'])
    expect(await tell(call('POST', `${path}/reverse`))).toEqual([404, 'transaction_not_found'])
  })
})

// What combinations find, test/catalogue shows: here, that each filter is asked.
describe('list', () => {
  test('newest first, with every filter and exact totals', async () => {
    await stockItem('A', 10)
    service.setTime(noon + 1_000)
    const b = await stockItem('B', 10)
    for (let minute = 1; minute <= 3; minute++) {
      service.setTime(noon + minute * 60_000)
      await client.createTransactions({
        transactions: [
          { type: 'issue', sku: 'A', quantity: 1 },
          { type: 'return', sku: 'B', quantity: 1 },
        ],
      })
    }
    const list = async (query: '' | `?${string}`) => {
      const { status, body } = await call('GET', `/transactions${query}`)
      expect(status).toBe(200)
      return [body.data.map(({ sku, sequence }) => `${sku}${sequence}`).join(' '), body.pagination.total]
    }
    expect(await list('')).toEqual(['B4 A4 B3 A3 B2 A2 B1 A1', 8])
    expect(await list(`?item_id=${b.id}&type=return&limit=1&offset=1`)).toEqual(['B3', 3])
    expect(await list('?user_id=usr_1&limit=2&offset=2')).toEqual(['B3 A3', 8])
    expect(await list('?user_id=usr_2')).toEqual(['', 0])
    expect(await list('?since=2026-03-14T13:01:00%2B01:00&until=2026-03-14T12:02:00Z')).toEqual(['B3 A3', 2])
    expect(await list('?item_id=itm_unknown')).toEqual(['', 0])
    expect(await list('?order_id=po_unknown')).toEqual(['', 0])
  })
})

// What movements of every type at once must keep, test/operations/stock.test.ts shows.
rehearse(
  'many issues of 1 from several keys at once: as many succeed as are in stock, the rest are refused',
  async () => {
    const [count, stock] = [1_000, 100]
    const { id } = await stockItem('A', stock)
    const addKey = () => createKey(service, customer.company.id, 'enterprise')
    const keys = await Promise.all(Array.from({ length: 4 }, addKey))
    const told: string[] = []
    // In turn: on a slow machine, too, none waits for a thread for longer than API Gateway waits for a function.
    await runConcurrently(Array(count).keys(), 100, async (index) => {
      const issue = keys[index % keys.length]?.call ?? call
      const answer = issue('POST', '/transactions', { type: 'issue', item_id: id, quantity: 1 })
      told.push((await tell(answer)).join(' '))
    })
    const refused = Array(count - stock).fill('400 insufficient_stock quantity')
    expect(told.sort()).toEqual([...Array(stock).fill('201'), ...refused])
    expect(await client.verifyItem(id)).toMatchObject({ consistent: true, quantity: 0 })
    const ledger = (await client.listTransactions({ item_id: id }).toArray()).reverse()
    const left = [stock, ...Array.from({ length: stock }, (_, index) => stock - 1 - index)]
    expect(ledger.map(({ quantity_after }) => quantity_after)).toEqual(left)
    expect(ledger.map(({ sequence }) => sequence)).toEqual(left.map((_, index) => index + 1))
  },
)
