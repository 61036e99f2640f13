import fc from 'fast-check'
import {
  computePurgeTime,
  createItem,
  type Item,
  restoreItem,
  trashItem,
  updateItem,
} from '../../functions/domain/items/item'
import { chooseStamp } from '../../functions/domain/revision'
import { bolt } from '../../testing/bolt'
import { chooseSeed } from '../../testing/seed'

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

test('the ledger balances: the movements of an item add up to its quantity, without a gap in their sequence', () => {
  fc.assert(
    fc.property(fields, fc.array(patch, { maxLength: 8 }), (first, patches) => {
      const created = createItem('itm_1', first, at)
      const movements = [created.movement]
      let item: Item = created.after
      for (const next of patches) {
        const change = updateItem(item, next, chooseStamp([item], at))
        if (!change) continue
        movements.push(change.movement)
        expect(change.after.rev).toBe(item.rev + 1)
        expect(Date.parse(change.after.updated_at)).toBeGreaterThan(Date.parse(item.updated_at))
        item = change.after
      }
      const ledger = movements.filter((movement) => movement !== null)
      expect(ledger.reduce((sum, { quantity_change }) => sum + quantity_change, 0)).toBe(item.quantity)
      expect(ledger.map(({ sequence }) => sequence)).toEqual(ledger.map((_, index) => index + 1))
      ledger.forEach((row, index) => {
        expect(row.quantity_before).toBe(ledger[index - 1]?.quantity_after ?? 0)
        expect(row.quantity_after).toBe(row.quantity_before + row.quantity_change)
      })
      expect(item.sequence).toBe(ledger.length)
    }),
    { seed: chooseSeed() },
  )
})

const item = createItem('itm_1', { ...bolt, quantity: 3 }, at).after

test('a patch that changes nothing is no change', () => {
  expect(updateItem(item, { name: 'Bolt', quantity: 3, location: null }, at)).toBeNull()
})

test('an update names old and new value of what changed, and no more', () => {
  expect(updateItem(item, { name: 'Bolt', quantity: 1, location: 'A' }, at)?.changes).toEqual({
    quantity: [3, 1],
    location: [null, 'A'],
  })
})

test('an item in trash keeps quantity and history, and is purged 30 days later', () => {
  const { after } = trashItem(item, 'usr_1', at + 5)
  expect(after).toMatchObject({ quantity: 3, sequence: 1, rev: 2, deleted_by: 'usr_1' })
  expect(computePurgeTime(after)).toBe(at + 5 + 30 * 24 * 3_600_000)
  expect(restoreItem(after, undefined, at + 6).after).toMatchObject({
    quantity: 3,
    sequence: 1,
    rev: 3,
    deleted_at: null,
  })
})

test('a live item cannot be restored', () => {
  expect(() => restoreItem(item, undefined, at)).toThrow(expect.objectContaining({ code: 'not_in_trash' }))
})
