import fc from 'fast-check'
import { decideItemCreation, decideItemDeletion, type Item } from '../../functions/domain/items/item'
import { maxQuantity, type RequestedMovement, requestedTypes } from '../../functions/domain/stock/movement'
import {
  decideMovements,
  decideReversal,
  requireReversible,
  type StockRow,
} from '../../functions/domain/stock/stock-change'
import { bolt } from '../support/bolt'
import { testProperty } from '../support/property'
import { expectRefusal } from '../support/refusals'

const at = Date.UTC(2026, 0, 1)
const makeItem = (quantity: number, id = 'itm_1'): Item =>
  decideItemCreation(id, { ...bolt, sku: id, quantity }, at).after
const row = (movement: RequestedMovement, itemId = 'itm_1'): StockRow => ({
  row: 0,
  itemId,
  movement,
  expected_quantity: null,
  expected_sequence: null,
})
const move = (item: Item, ...rows: StockRow[]) => decideMovements([item], rows, at)

const movement = fc.oneof(
  fc.record({ type: fc.constantFrom('receive', 'issue', 'return'), quantity: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    type: fc.constant('adjust' as const),
    quantity: fc.integer({ min: -20, max: 20 }).filter((n) => n !== 0),
  }),
  fc.record({ type: fc.constant('count' as const), quantity: fc.nat({ max: 20 }) }),
) as fc.Arbitrary<RequestedMovement>
const request = fc.array(fc.record({ item: fc.nat({ max: 2 }), movement }), { minLength: 1, maxLength: 6 })

testProperty(
  'whatever is asked for: stock is conserved, never negative, and the ledger of each item has no gap',
  { of: [fc.array(request, { maxLength: 8 })] },
  (requests) => {
    const items = new Map([0, 1, 2].map((n) => [`itm_${n}`, makeItem(10, `itm_${n}`)]))
    const ledger = new Map([...items.keys()].map((id) => [id, [{ quantity_after: 10, sequence: 1 }]]))
    for (const rows of requests) {
      const before = structuredClone([...items])
      try {
        for (const { after, movement, changes } of decideMovements(
          [...items.values()],
          rows.map(({ item, movement }) => row(movement, `itm_${item}`)),
          at,
        )) {
          if (!movement) throw new Error('a movement without a ledger row')
          const last = ledger.get(after.id)?.at(-1)
          expect(movement.sequence).toBe((last?.sequence ?? 0) + 1)
          expect(movement.quantity_before).toBe(last?.quantity_after)
          expect(movement.quantity_after).toBe(movement.quantity_before + movement.quantity_change)
          expect(movement.quantity_after).toBeGreaterThanOrEqual(0)
          expect(after).toMatchObject({ stock: { total: movement.quantity_after }, sequence: movement.sequence })
          expect(after.rev).toBe((items.get(after.id)?.rev ?? 0) + 1)
          expect(Object.keys(changes)).toEqual(movement.quantity_change === 0 ? [] : ['quantity'])
          ledger.get(after.id)?.push(movement)
          items.set(after.id, after)
        }
      } catch (error) {
        expect(error).toMatchObject({ code: 'insufficient_stock', field: 'quantity' })
        expect([...items]).toEqual(before) // all rows or none
      }
    }
  },
)

testProperty('a movement and its reversal come to nothing', { of: [movement] }, (asked) => {
  const item = makeItem(30)
  const [moved] = move(item, row(asked))
  if (!moved?.movement) throw new Error('nothing moved')
  const back = decideReversal(moved.after, moved.movement, { reversal_of: 'txn_1' }, at)
  expect(back.after.stock.total).toBe(30)
  expect(back.movement).toMatchObject({ type: 'reversal', sequence: 3, reversal_of: 'txn_1' })
  expect((back.movement?.quantity_change ?? 1) + moved.movement.quantity_change).toBe(0)
})

test.each<[RequestedMovement, number]>([
  [{ type: 'receive', quantity: 4 }, 14],
  [{ type: 'return', quantity: 4 }, 14],
  [{ type: 'issue', quantity: 10 }, 0],
  [{ type: 'adjust', quantity: -4 }, 6],
  [{ type: 'count', quantity: 7 }, 7],
  [{ type: 'count', quantity: 10 }, 10],
])('10 in stock, then %j: %i, in one ledger row', (asked, total) => {
  const [change] = move(makeItem(10), row(asked))
  expect(change?.after).toMatchObject({ stock: { total }, sequence: 2 })
  expect(change?.movement).toMatchObject({ type: asked.type, quantity_before: 10, quantity_after: total })
})

const received = { type: 'receive', quantity: 1 } as const
const tooLate = '2026-01-01T00:05:00.001Z'
const message = 'Not enough stock: 10 available, 11 wanted.'
const tooFew = { code: 'insufficient_stock', part: 'quantity' }
const conflict = { code: 'version_conflict', part: 'expected_quantity' }
const invalid = (part: string) => ({ code: 'invalid_request', part })
test.each<[string, Partial<StockRow> & { movement: RequestedMovement }, object]>([
  ['more than there is', { movement: { type: 'issue', quantity: 11 } }, { ...tooFew, message }],
  ['an adjustment below zero', { movement: { type: 'adjust', quantity: -11 } }, tooFew],
  ['more than a quantity can be', { movement: { type: 'receive', quantity: maxQuantity } }, invalid('quantity')],
  ['another quantity than expected', { movement: received, expected_quantity: 9 }, conflict],
  ['more than five minutes ahead', { movement: { ...received, occurred_at: tooLate } }, invalid('occurred_at')],
])('%s is refused, with the row and its part', (_, asked, refusal) => {
  const refused = { ...row({ type: 'count', quantity: 1 }), row: 3, ...asked }
  expectRefusal(() => move(makeItem(10), refused), { row: 3, ...refusal })
})

test('the expected quantity is that before the request, whatever its earlier rows did', () => {
  const rows = [1, 2].map(() => ({ ...row({ type: 'issue', quantity: 4 }), expected_quantity: 10 }))
  expect(move(makeItem(10), ...rows).at(-1)?.after.stock.total).toBe(2)
})

test('an item in trash is refused', () => {
  const { after } = decideItemDeletion(makeItem(10), 'usr_1', at)
  for (const type of requestedTypes) {
    expectRefusal(() => move(after, row({ type, quantity: 1 })), { code: 'item_in_trash', field: 'item_id' })
  }
})

const reversible = { type: 'issue', sequence: 2, quantity_change: -1, quantity_before: 2, quantity_after: 1 } as const
test.each([
  ['reversed already', { reversed_by: 'txn_2' }],
  ['of an order', { order_id: 'po_1' }],
  ['initial', { type: 'initial' as const }],
  ['of a restore', { type: 'snapshot_restore' as const }],
  ['a reversal', { type: 'reversal' as const }],
])('a transaction that is %s cannot be reversed', (_, what) => {
  expectRefusal(() => requireReversible({ ...reversible, ...what }), { code: 'invalid_state', field: 'status' })
})

test('a transaction that a client made can be reversed', () => {
  for (const type of [...requestedTypes, 'direct_update'] as const)
    expect(() => requireReversible({ ...reversible, type, reversed_by: null, order_id: null })).not.toThrow()
})

test.each<[string | null, string]>([
  ['2026-01-01T00:05:00.000Z', 'five minutes ahead, as a client’s clock may be'],
  ['2025-12-31T00:00:00.000Z', 'the day before'],
  [null, 'a time that is not known'],
])('%s is taken: %s', (occurred_at) => {
  const [change] = move(makeItem(10), row({ type: 'receive', quantity: 1, occurred_at }))
  expect(change?.movement).toMatchObject({ occurred_at })
})

test('a movement is a change of the item, with its details in the ledger', () => {
  const item = makeItem(10)
  const details = { reason: 'sale', reference: 'R-1', note: 'two', order_id: 'po_1' } as const
  expect(move(item, row({ type: 'issue', quantity: 4, ...details }))).toEqual([
    {
      ...{ action: 'update', before: item, after: { ...item, stock: { total: 6 }, sequence: 2, rev: 2 } },
      changes: { quantity: [10, 6] },
      movement: {
        ...{ type: 'issue', sequence: 2, quantity_change: -4, quantity_before: 10, quantity_after: 6 },
        ...details,
      },
    },
  ])
})

test('a count that finds what is there is in the ledger, and changes no field', () => {
  const [change] = move(makeItem(10), row({ type: 'count', quantity: 10 }))
  expect(change).toMatchObject({ changes: {}, movement: { quantity_change: 0 }, after: { rev: 2, sequence: 2 } })
})

test('a quantity can be as large as a signed 32-bit integer', () => {
  const [change] = move(makeItem(10), row({ type: 'receive', quantity: maxQuantity - 10 }))
  expect(change?.after.stock.total).toBe(2_147_483_647)
})

test('who expects another place in the ledger is refused, though the quantity is as expected', () => {
  const item = makeItem(13)
  const [, back] = move(item, row({ type: 'receive', quantity: 1 }), row({ type: 'issue', quantity: 1 }))
  const count = { ...row({ type: 'count', quantity: 14 }), expected_quantity: 13, expected_sequence: item.sequence }
  expect(move(item, count)).toMatchObject([{ movement: { sequence: 2, quantity_after: 14 } }])
  expectRefusal(() => move(back?.after ?? item, count), { code: 'version_conflict', row: 0, part: 'expected_sequence' })
})

test('to move an item that was not read is a mistake of ours, not a refusal', () => {
  expect(() => move(makeItem(10), row({ type: 'receive', quantity: 1 }, 'itm_2'))).toThrow('itm_2')
})
