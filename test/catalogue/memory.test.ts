import { Catalogue } from '../../functions/catalogue/columns/catalogue'
import { RowMap } from '../../functions/catalogue/columns/row-map'
import { itemKind } from '../../functions/catalogue/items/item-kind'
import { readLogReplica } from '../../functions/catalogue/log/log-replica'
import { makeNumberedItem } from '../support/numbered-item'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

// What replicas say that they take in memory, beside what their texts take alone: the texts are what makes rows large.

const engine = useTable()

/** Two bytes a character in memory, whatever stands beside it. */
const long = (length: number) => '€'.repeat(length)

const makeLargeItem = (number: number, rev = 1) =>
  makeNumberedItem(number, {
    ...{ name: long(200) + rev, sku: long(90) + number, location: long(190) + number, barcode: long(90) + number },
    ...{ rev, created_at: new Date(noon).toISOString(), updated_at: new Date(noon).toISOString() },
  })

const numbers = Array.from({ length: 1_000 }, (_, number) => number)
const textBytes = 2 * (200 + 90 + 190 + 90)

test('large items are counted with their texts, packed as well as beside what is packed', () => {
  const packed = Catalogue.of(
    itemKind,
    numbers.map((number) => makeLargeItem(number)),
  )
  const before = packed.bytes
  expect(before / numbers.length).toBeGreaterThan(textBytes)
  expect(before / numbers.length).toBeLessThan(3 * textBytes) // names, SKUs and barcodes again for search
  for (const number of numbers) packed.apply(makeLargeItem(number, 2))
  expect((packed.bytes - before) / numbers.length).toBeGreaterThan(textBytes)
  expect((packed.bytes - before) / numbers.length).toBeLessThan(3 * textBytes)
  const unsorted = packed.bytes
  packed.list({ sort: '-sku', limit: 1, offset: 0, where: 'live', now: noon })
  expect(packed.bytes - unsorted).toBe((2 * 4 + 1) * numbers.length) // the order, what was selected, what is live
})

test('the log’s large rows are counted with what changed', async () => {
  const shop = await openShop(engine.table)
  const item = await shop.stockItem(long(100))
  const lines = Array.from({ length: 100 }, () => ({ item_id: item.id, quantity_ordered: 1 }))
  for (let n = 0; n < 5; n++) await shop.order(lines, 'draft')
  const { recent } = await readLogReplica(engine.table, shop.companyId)
  const least = 5 * 20_000 // about as much as an entry tells
  expect(recent.bytes).toBeGreaterThan(least)
  expect(recent.bytes).toBeLessThan(5 * least)
})

function bytesOf(row: object, key = 'a'): number {
  const rows = new RowMap<object>()
  rows.set(key, row)
  return rows.bytes
}

test('a text, and a key, take two bytes for each character; nothing takes nothing', () => {
  expect(bytesOf({ text: 'x'.repeat(100) }) - bytesOf({ text: '' })).toBe(200)
  expect(bytesOf({}, 'x'.repeat(100)) - bytesOf({}, '')).toBe(200)
  expect(bytesOf({})).toBeGreaterThan(16)
  expect(new RowMap().bytes).toBe(0)
})

test.each([
  ['a field', { n: 1, m: 1 }, { n: 1 }],
  ['a field without a value', { n: 1, m: null }, { n: 1 }],
  ['an object', { n: {} }, { n: 1 }],
  ['an entry', { n: [1, 2] }, { n: [1] }],
  ['an empty text', { n: '' }, { n: 1 }],
])('%s of a row takes memory of its own', (_, more, less) => {
  expect(bytesOf(more) - bytesOf(less)).toBeGreaterThanOrEqual(16)
  expect(bytesOf(more) - bytesOf(less)).toBeLessThanOrEqual(64)
})

test('rows add up, and each takes away what it has added', () => {
  const rows = new RowMap<object>()
  rows.set('a', { text: 'long'.repeat(10) })
  rows.set('b', { n: 1 })
  expect(rows.bytes).toBe(bytesOf({ text: 'long'.repeat(10) }) + bytesOf({ n: 1 }))
  expect(rows.delete('a')).toBe(true)
  expect(rows.delete('a')).toBe(false)
  expect(rows.bytes).toBe(bytesOf({ n: 1 }))
  rows.set('b', {})
  expect(rows.bytes).toBe(bytesOf({}))
  rows.clear()
  expect([rows.bytes, rows.size]).toEqual([0, 0])
  rows.set('a', {})
  expect(rows.bytes).toBe(bytesOf({}))
})

test('a row that is set again is the last', () => {
  const rows = new RowMap<object>()
  rows.set('a', {})
  rows.set('b', {})
  rows.set('a', {})
  expect([...rows.keys()]).toEqual(['b', 'a'])
})
