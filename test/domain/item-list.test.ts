import fc from 'fast-check'
import { createItem, type ItemFields, trashItem } from '../../functions/domain/items/item'
import { type ItemFilter, makeItemComparator, makeItemMatcher } from '../../functions/domain/items/item-list'
import { compareCodePoints, slicePage } from '../../functions/domain/list'
import { anyCharacter } from '../support/any-character'
import { bolt } from '../support/bolt'
import { chooseSeed } from '../support/seed'

const item = (id: string, fields: Partial<ItemFields>) =>
  createItem(id, { ...bolt, name: id, sku: id, ...fields }, 0).after
const idsBy = (sort: Parameters<typeof makeItemComparator>[0], items: ReturnType<typeof item>[]) =>
  items.sort(makeItemComparator(sort)).map(({ id }) => id)

test('sorts ignore case, put nulls last in both directions and settle ties by id', () => {
  const items = () => [
    item('e', {}),
    item('d', { location: 'b' }),
    item('c', { location: 'A' }),
    item('b', { location: 'a' }),
    item('a', {}),
  ]
  expect(idsBy('location', items())).toEqual(['b', 'c', 'd', 'a', 'e'])
  expect(idsBy('-location', items())).toEqual(['d', 'b', 'c', 'a', 'e'])
})

test('numbers sort as numbers', () => {
  expect(idsBy('-quantity', [item('a', { quantity: 9 }), item('b', { quantity: 10 })])).toEqual(['b', 'a'])
})

test('strings compare by code point, not by UTF-16 unit', () => {
  const text = fc.string({ unit: anyCharacter })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const left = [...a].map((character) => character.codePointAt(0) ?? 0)
      const right = [...b].map((character) => character.codePointAt(0) ?? 0)
      const at = left.findIndex((point, index) => point !== right[index])
      const expected = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
      expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected))
    }),
    { seed: chooseSeed() },
  )
})

test('search looks into name, SKU and barcode, whatever the case', () => {
  const found = makeItemMatcher({ search: 'éT' })
  expect(found(item('x', { name: 'CAFÉTIÈRE' }))).toBe(true)
  expect(found(item('x', { sku: 'ét-1' }))).toBe(true)
  expect(found(item('x', { barcode: '1ÉT' }))).toBe(true)
  expect(found(item('x', { location: 'ét' }))).toBe(false)
})

test('search folds both forms of the Greek sigma', () => {
  expect(makeItemMatcher({ search: 'ΟΔΟΣ' })(item('x', { name: 'ΟΔΟΣΑ' }))).toBe(true)
  expect(makeItemMatcher({ search: 'οδός' })(item('x', { name: 'Οδόσα' }))).toBe(true)
})

test('low stock is below the reorder point, and false filters nothing', () => {
  const low = item('x', { quantity: 4, reorder_point: 5 })
  const enough = item('x', { quantity: 5, reorder_point: 5 })
  const unset = item('x', {})
  expect([low, enough, unset].filter(makeItemMatcher({ low_stock: true }))).toEqual([low])
  expect([low, enough, unset].filter(makeItemMatcher({ low_stock: false }))).toHaveLength(3)
})

test('a page past the end is empty, and still has the total', () => {
  expect(slicePage([1, 2, 3], { limit: 2, offset: 4 })).toEqual({ rows: [], total: 3, limit: 2, offset: 4 })
})

test.each<[ItemFilter, boolean]>([
  [{}, true],
  [{ location: 'A 1' }, true],
  [{ location: 'a 1' }, false],
  [{ location: 'A' }, false],
  [{ sku: 'S-1' }, true],
  [{ sku: 's-1' }, false],
  [{ barcode: '4006381333931' }, true],
  [{ barcode: '400' }, false],
  [{ location: 'A 1', sku: 'S-2' }, false],
])('the filter %j finds an item at A 1: %p', (filter, found) => {
  expect(makeItemMatcher(filter)(item('x', { location: 'A 1', sku: 'S-1', barcode: '4006381333931' }))).toBe(found)
})

test('an item without a reorder point is never low, whatever its quantity', () => {
  expect(makeItemMatcher({ low_stock: true })({ ...item('x', {}), quantity: -1 })).toBe(false)
})

test('search passes over a barcode that is not set', () => {
  expect(makeItemMatcher({ search: 'null' })(item('x', {}))).toBe(false)
})

test('items sort by the time when they were put in trash', () => {
  const trashed = (id: string, at: number) => trashItem(item(id, {}), 'usr_1', at).after
  const items = [trashed('a', 2), trashed('b', 1), trashed('c', 3)]
  expect(idsBy('deleted_at', items)).toEqual(['b', 'a', 'c'])
  expect(idsBy('-deleted_at', items)).toEqual(['c', 'a', 'b'])
})
