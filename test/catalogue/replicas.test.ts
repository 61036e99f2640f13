import { Catalogue } from '../../functions/catalogue/columns/catalogue'
import { RowMap } from '../../functions/catalogue/columns/row-map'
import { itemLayout } from '../../functions/catalogue/items/item-layout'
import { readLogReplica } from '../../functions/catalogue/log/log-replica'
import { Replicas } from '../../functions/catalogue/replica/replicas'
import type { Table } from '../../functions/store/table/table'
import { makeNumberedItem } from '../support/numbered-item'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()

/** Replicas that write down what is done to them; a company's name says how much memory it takes. */
function recordCalls() {
  const done: string[] = []
  const replicas = new Replicas<string>({
    load: async (_, companyId) => {
      done.push(`load ${companyId}`)
      return companyId
    },
    refresh: async (_, companyId) => {
      if (companyId === 'broken') throw new Error('lost')
      done.push(`refresh ${companyId}`)
      return companyId
    },
    bytes: (companyId) => Number(companyId.split(' ')[1] ?? 0) * 1_000_000,
  })
  const get = (companyId: string) => replicas.get(engine.table, companyId)
  return { done, get }
}

test('calls at once share a refresh, but not one that began before them', async () => {
  const { done, get } = recordCalls()
  const first = get('a')
  await Promise.resolve()
  await Promise.resolve()
  await Promise.all([first, get('a'), get('a'), get('a')])
  expect(done).toEqual(['load a', 'refresh a'])
})

test('a replica whose refresh failed is loaded anew', async () => {
  const { done, get } = recordCalls()
  await get('broken')
  await expect(get('broken')).rejects.toThrow('lost')
  await get('broken')
  expect(done).toEqual(['load broken', 'load broken'])
})

test('a replica is refreshed for just less than an hour after it was loaded, however often', async () => {
  const { done, get } = recordCalls()
  const hour = 3_600_000
  for (const ms of [0, hour / 2, hour - 60_000, hour - 1, hour, 2 * hour - 1]) {
    engine.setTime(noon + ms)
    await get('a')
  }
  expect(done).toEqual(['load a', 'refresh a', 'refresh a', 'refresh a', 'load a', 'refresh a'])
})

/** 400 fit into memory. The last calls are told. */
test.each([
  [
    'the least recently used go',
    ['a 150', 'b 150', 'a 150', 'c 150', 'a 150', 'b 150'],
    ['refresh a 150', 'load b 150'],
  ],
  ['those that just fit stay', ['a 200', 'b 200', 'a 200', 'b 200'], ['refresh a 200', 'refresh b 200']],
  ['the one that was read last stays, whatever it takes', ['c 900', 'c 900'], ['load c 900', 'refresh c 900']],
  ['all others go for it', ['a 200', 'b 200', 'c 900', 'c 900', 'a 200'], ['refresh c 900', 'load a 200']],
  [
    'no more go than must',
    ['a 100', 'b 100', 'c 100', 'd 150', 'c 100', 'b 100', 'a 100'],
    ['refresh c 100', 'refresh b 100', 'load a 100'],
  ],
  ['as many go as must', ['a 100', 'b 100', 'c 100', 'd 290', 'c 100', 'b 100'], ['refresh c 100', 'load b 100']],
  ['each that must go has gone', ['a 100', 'b 100', 'c 100', 'd 290', 'b 100'], ['load d 290', 'load b 100']],
])('of replicas, %s', async (_, reads, calls) => {
  const { done, get } = recordCalls()
  for (const companyId of reads) await get(companyId)
  expect(done.slice(-calls.length)).toEqual(calls)
})

test('each table has its own replicas', async () => {
  const done: unknown[] = []
  const load = async (table: Table) => done.push(table.name)
  const replicas = new Replicas<number>({ load, refresh: load, bytes: () => 0 })
  const tables = ['one', 'two'].map((name) => ({ ...engine.table, name }))
  for (const table of tables) await replicas.get(table, 'a')
  expect(done).toEqual(['one', 'two'])
})

test('a reader that waits for a refresh which fails gets one of its own', async () => {
  const { done, get } = recordCalls()
  await get('broken')
  const failing = get('broken')
  failing.catch(() => {})
  await new Promise(setImmediate)
  await Promise.all([expect(get('broken')).resolves.toBe('broken'), expect(failing).rejects.toThrow('lost')])
  expect(done).toEqual(['load broken', 'load broken'])
})

test('a replica is told to nobody before it is whole', async () => {
  let finish = (_: string) => {}
  const replicas = new Replicas<string>({
    load: () => new Promise((resolve) => (finish = resolve)),
    refresh: async (_, __, replica) => `${replica}!`,
    bytes: () => 0,
  })
  const first = replicas.get(engine.table, 'a')
  await new Promise(setImmediate)
  const second = replicas.get(engine.table, 'a')
  finish('whole')
  expect([await first, await second]).toEqual(['whole', 'whole!'])
})

// What replicas say that they take in memory, beside what their texts take alone: the texts are what makes rows large.

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
    itemLayout,
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
  expect(packed.bytes - unsorted).toBe(2 * 4 * numbers.length) // the order, and what was selected
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
