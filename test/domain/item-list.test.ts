import fc from 'fast-check'
import { createItem, type ItemFields } from '../../functions/domain/items/item'
import { makeItemComparator, makeItemMatcher } from '../../functions/domain/items/item-list'
import { compareCodePoints, slicePage } from '../../functions/domain/list'
import { bolt } from '../../testing/bolt'
import { chooseSeed } from '../../testing/seed'

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
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
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
