import fc from 'fast-check'
import { mergePage } from '../../functions/catalogue/columns/base-lists'
import { MergedPartitions } from '../../functions/catalogue/replica/source'
import { testProperty } from '../support/property'
import { chooseSize } from '../support/size'

const changes = fc.record({
  count: fc.nat({ max: 12 }),
  gone: fc.uniqueArray(fc.nat({ max: 11 })),
  inserted: fc.array(fc.nat({ max: 12 })),
  limit: fc.integer({ min: 1, max: 6 }),
  offset: fc.nat({ max: 20 }),
})
testProperty(
  'a page of base rows, some of which are gone, and of inserted ones is that of the whole list',
  { of: [changes], runs: 2_000 },
  ({ count, limit, offset, ...asked }) => {
    const gone = asked.gone.filter((index) => index < count).sort((a, b) => a - b)
    const indexes = asked.inserted.filter((index) => index <= count).sort((a, b) => a - b)
    const inserted = indexes.map((index, number) => ({ index, row: { number } }))
    const whole: unknown[] = []
    for (let index = 0; index <= count; index++) {
      whole.push(...inserted.filter((each) => each.index === index).map(({ row }) => row))
      if (index < count && !gone.includes(index)) whole.push(index)
    }
    expect(mergePage(count, { gone, inserted }, { limit, offset })).toEqual(whole.slice(offset, offset + limit))
  },
)

type Row = { id: string }

const rowsOf = (...numbers: number[]): Row[] => numbers.map((number) => ({ id: String(number).padStart(9, '0') }))

async function* pagesOf(pages: Row[][]): AsyncGenerator<Row[]> {
  for (const page of pages) yield page
}

/** Deals sorted rows to partitions, and cuts each into pages. Some pages are empty. */
function deal(rows: Row[], partitions: number, pageRows: number): Row[][][] {
  return Array.from({ length: partitions }, (_, partition) => {
    const own = rows.filter((_, index) => (index * 7_919) % partitions === partition)
    const pages: Row[][] = [[]]
    for (let from = 0; from < own.length; from += pageRows) pages.push(own.slice(from, from + pageRows), [])
    return pages
  })
}

const someNumbers = fc.uniqueArray(fc.nat(100_000), { maxLength: 3_000, size: 'max' })
const upTo = (max: number) => fc.integer({ min: 1, max })
testProperty(
  'rows come in the order of their ids, so many at once, however they lie in partitions and pages',
  { of: [someNumbers, upTo(9), upTo(1_200), upTo(700)], runs: chooseSize({ quick: 40, thorough: 200 }) },
  async (numbers, partitions, pageRows, count) => {
    const rows = rowsOf(...numbers.sort((a, b) => a - b))
    const merged = new MergedPartitions(deal(rows, partitions, pageRows).map(pagesOf))
    for (let from = 0; from < rows.length; from += count)
      expect(await merged.read(count)).toEqual(rows.slice(from, from + count))
    expect(await merged.read(count)).toEqual([])
  },
)

test('a partition is read no further than about a page ahead, and no more than two at once', async () => {
  let reading = 0
  let most = 0
  const read = [0, 0, 0, 0]
  async function* count(partition: number): AsyncGenerator<Row[]> {
    for (let page = 0; page < 5; page++) {
      most = Math.max(most, ++reading)
      await new Promise(setImmediate)
      reading -= 1
      read[partition] = page + 1
      yield rowsOf(...Array.from({ length: 1_000 }, (_, row) => (page * 1_000 + row) * 4 + partition))
    }
  }
  const merged = new MergedPartitions([0, 1, 2, 3].map(count))
  await merged.read(3_900)
  expect(read).toEqual([1, 1, 1, 1])
  await merged.read(200)
  expect(read).toEqual([2, 2, 2, 2])
  expect(most).toBe(2)
})

test('what reading throws is thrown', async () => {
  async function* fail(): AsyncGenerator<Row[]> {
    yield rowsOf(1)
    throw new Error('no page')
  }
  const merged = new MergedPartitions([fail(), pagesOf([rowsOf(2)])])
  await expect(merged.read(3)).rejects.toThrow('no page')
})
