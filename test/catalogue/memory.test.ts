import { Catalogue } from '../../functions/catalogue/columns/catalogue'
import { RowMap } from '../../functions/catalogue/columns/row-map'
import { itemKind } from '../../functions/catalogue/items/item-kind'
import { readLogReplica } from '../../functions/catalogue/log/log-replica'
import type { Item } from '../../functions/domain/items/item'
import { bolt } from '../support/bolt'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

// What replicas say that they take in memory, beside what their texts take alone: the texts are what makes rows large.

const engine = useTable()

/** Two bytes a character in memory, whatever stands beside it. */
const long = (length: number) => '€'.repeat(length)

function largeItem(number: number, rev = 1): Item {
  const created_at = new Date(noon).toISOString()
  return {
    ...bolt,
    id: `itm_01K${String(number).padStart(23, '0')}`,
    name: long(200) + rev,
    sku: long(90) + number,
    location: long(190) + number,
    barcode: long(90) + number,
    created_at,
    updated_at: created_at,
    rev,
    sequence: 0,
    deleted_at: null,
    deleted_by: null,
  }
}

const numbers = Array.from({ length: 1_000 }, (_, number) => number)
const textBytes = 2 * (200 + 90 + 190 + 90)

test('large items are counted with their texts, packed as well as beside what is packed', () => {
  const packed = Catalogue.of(
    itemKind,
    numbers.map((number) => largeItem(number)),
  )
  const before = packed.bytes
  expect(before / numbers.length).toBeGreaterThan(textBytes)
  expect(before / numbers.length).toBeLessThan(3 * textBytes) // names, SKUs and barcodes again for search
  for (const number of numbers) packed.apply(largeItem(number, 2))
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

test('a row that is replaced or goes is counted no more', () => {
  const rows = new RowMap<{ text: string }>()
  rows.set('a', { text: long(1_000) })
  rows.set('a', { text: long(10) })
  rows.set('b', { text: long(1_000) })
  rows.delete('b')
  rows.delete('b')
  const small = rows.bytes
  expect(small).toBeLessThan(300)
  rows.set('c', { text: '' })
  rows.clear()
  expect([rows.bytes, rows.size]).toEqual([0, 0])
  rows.set('a', { text: long(10) })
  expect(rows.bytes).toBe(small)
})
