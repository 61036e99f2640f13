import fc from 'fast-check'
import {
  computePurgeTime,
  decideItemCreation,
  decideItemDeletion,
  decideItemRestore,
  decideItemUpdate,
  type Item,
  isPurged,
} from '../../functions/domain/items/item'
import { type Crossing, findCrossing } from '../../functions/domain/items/stock-level'
import { chooseStamp } from '../../functions/domain/revision'
import { bolt } from '../support/bolt'
import { testProperty } from '../support/property'
import { expectRefusal } from '../support/refusals'

const at = Date.UTC(2026, 0, 1)
const optional = fc.option(fc.string({ maxLength: 5 }))
const quantity = fc.nat({ max: 10 })
const fields = fc
  .record({
    name: fc.string({ maxLength: 5 }),
    sku: fc.string({ maxLength: 5 }),
    quantity,
    location: optional,
    barcode: optional,
    reorder_point: fc.option(quantity),
  })
  .map((own) => ({ ...bolt, ...own }))
const patch = fc.record(
  { name: fc.string({ maxLength: 5 }), quantity, location: optional, reorder_point: fc.option(quantity) },
  { requiredKeys: [] },
)

testProperty(
  'the ledger balances: the movements of an item add up to its quantity, without a gap in their sequence',
  { of: [fields, fc.array(patch, { maxLength: 8 })] },
  (first, patches) => {
    const created = decideItemCreation('itm_1', first, at)
    const movements = [created.movement]
    let item: Item = created.after
    for (const next of patches) {
      const change = decideItemUpdate(item, next, chooseStamp([item], at))
      if (!change) continue
      movements.push(change.movement)
      expect(change.after.rev).toBe(item.rev + 1)
      expect(Date.parse(change.after.updated_at)).toBeGreaterThan(Date.parse(item.updated_at))
      item = change.after
    }
    const ledger = movements.filter((movement) => movement !== null)
    expect(ledger.reduce((sum, { quantity_change }) => sum + quantity_change, 0)).toBe(item.stock.total)
    expect(ledger.map(({ sequence }) => sequence)).toEqual(ledger.map((_, index) => index + 1))
    ledger.forEach((row, index) => {
      expect(row.quantity_before).toBe(ledger[index - 1]?.quantity_after ?? 0)
      expect(row.quantity_after).toBe(row.quantity_before + row.quantity_change)
    })
    expect(item.sequence).toBe(ledger.length)
  },
)

const item = decideItemCreation('itm_1', { ...bolt, quantity: 3 }, at).after

test('an update names old and new value of what changed, and no more; one that changes nothing is no change', () => {
  const { changes } = decideItemUpdate(item, { name: 'Bolt', quantity: 1, location: 'A' }, at) ?? {}
  expect(changes).toEqual({ quantity: [3, 1], location: [null, 'A'] })
  expect(decideItemUpdate(item, { name: 'Bolt', quantity: 3, location: null }, at)).toBeNull()
})

test('an item in trash keeps quantity and history, and is purged 30 days later', () => {
  const { after } = decideItemDeletion(item, 'usr_1', at + 5)
  expect(after).toMatchObject({ stock: { total: 3 }, sequence: 1, rev: 2, deleted_by: 'usr_1' })
  expect(computePurgeTime(after)).toBe(at + 5 + 30 * 24 * 3_600_000)
  const back = { stock: { total: 3 }, sequence: 1, rev: 3, sku: 'B-1', deleted_at: null } // it keeps its SKU, too
  expect(decideItemRestore(after, undefined, at + 6).after).toMatchObject(back)
})

test('a live item cannot be restored', () => {
  expectRefusal(() => decideItemRestore(item, undefined, at), { code: 'not_in_trash' })
})

test('each change says what it is, and from what to what', () => {
  const updated = decideItemUpdate(item, { quantity: 5 }, at + 1)
  const trashed = decideItemDeletion(item, 'usr_1', at + 1)
  expect(decideItemCreation('itm_1', bolt, at)).toMatchObject({ action: 'create', before: null, after: { rev: 1 } })
  expect(updated).toMatchObject({ action: 'update', before: item, after: { rev: 2, stock: { total: 5 } } })
  expect(trashed).toMatchObject({ action: 'delete', before: item, changes: {}, movement: null })
  expect(decideItemRestore(trashed.after, 'B-2', at + 2)).toMatchObject({
    ...{ action: 'restore', before: trashed.after, changes: { sku: ['B-1', 'B-2'] }, movement: null },
    after: { sku: 'B-2', deleted_by: null },
  })
})

test('a new item’s change names all that is set', () => {
  const fields = { ...bolt, quantity: 3, location: 'A', barcode: '400', reorder_point: 1 }
  expect(decideItemCreation('itm_1', fields, at).changes).toEqual({
    ...{ name: [null, 'Bolt'], sku: [null, 'B-1'], quantity: [null, 3] },
    ...{ location: [null, 'A'], barcode: [null, '400'], reorder_point: [null, 1] },
  })
})

test('the first stock of an item is an initial transaction, and an update of its quantity a direct one', () => {
  const { movement } = decideItemCreation('itm_1', { ...bolt, quantity: 3 }, at)
  expect(movement).toEqual({ type: 'initial', sequence: 1, quantity_change: 3, quantity_before: 0, quantity_after: 3 })
  expect(decideItemUpdate(item, { quantity: 1 }, at)?.movement).toMatchObject({
    type: 'direct_update',
    quantity_change: -2,
  })
})

test('without a change of quantity there is no transaction', () => {
  expect(decideItemCreation('itm_1', bolt, at)).toMatchObject({ movement: null, after: { sequence: 0 } })
  expect(decideItemUpdate(item, { name: 'Nut' }, at)).toMatchObject({ movement: null, after: { sequence: 1 } })
})

test.each(['id', 'created_at', 'updated_at'] as const)('%s cannot be set, but can be sent back as it is', (field) => {
  expect(decideItemUpdate(item, { name: 'Nut', [field]: item[field] }, at)?.changes).toEqual({ name: ['Bolt', 'Nut'] })
  expectRefusal(() => decideItemUpdate(item, { name: 'Nut', [field]: '2020-01-01T00:00:00.000Z' }, at), {
    code: 'invalid_request',
    field,
  })
})

test.each<[before: number | null, after: number, isTrashed: boolean, Crossing | null]>([
  [null, 4, false, 'low'],
  [null, 5, false, null],
  [null, 4, true, null],
  [5, 4, false, 'low'],
  [4, 3, false, null],
  [4, 5, false, 'restocked'],
  [4, 4, true, 'restocked'],
  [5, 4, true, null],
])(
  'with 5 as reorder point, a stock of %p that becomes %i (in trash: %p) is %p',
  (before, after, isTrashed, crossing) => {
    const withTotal = (total: number) => ({ ...item, stock: { total }, reorder_point: 5 })
    const changed = { ...withTotal(after), deleted_at: isTrashed ? item.created_at : null }
    expect(findCrossing(before === null ? null : withTotal(before), changed)).toBe(crossing)
  },
)

test('an item is purged once its 30 days in trash are over, and a live item never', () => {
  const { after } = decideItemDeletion(item, 'usr_1', at)
  const over = at + 30 * 24 * 3_600_000
  expect([isPurged(after, over - 1), isPurged(after, over), isPurged(after, over + 1)]).toEqual([false, true, true])
  expect([isPurged(item, over), computePurgeTime(item)]).toEqual([false, null])
})
