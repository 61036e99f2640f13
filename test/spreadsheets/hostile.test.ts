import { itemColumns, readItems } from '../../spreadsheets/import/item-rows'
import { mapColumns, requireColumns } from '../../spreadsheets/sheet/mapping'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { listSpoiled } from '../../spreadsheets/sheet/spoiled-codes'
import { readCounts } from '../../spreadsheets/stocktake/count-rows'
import { hostileTexts } from '../support/hostile/texts'
import { hostileWorkbooks } from '../support/hostile/workbooks'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'

/** What is said of a file, or how many rows and columns it has. */
async function describeFile(file: string | Uint8Array): Promise<string> {
  try {
    const { header, rows } = await readSheet('hostile', Buffer.from(file))
    return `${rows.length + 1} × ${header.length}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

// Before there were bounds, a third of these ended for lack of memory, or not within minutes.
const files = Object.entries({ ...hostileWorkbooks, ...hostileTexts })

test.each(chooseCases(files, 12, chooseSeed()))('%s', async (_, [make, outcome]) => {
  const file = make()
  expect(Buffer.from(file).length).toBeLessThan(1_048_576 + 4)
  expect(await describeFile(file)).toContain(outcome)
})

describe('what is said of a sheet is short', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ line: index + 2, row: index + 2, cells: ['1', '2'] }))
  const sheet = { header: ['sku', 'counted'], rows, separator: ',', sheets: [] }

  test('of a SKU in very many lines', () => {
    const counts = readCounts(
      sheet,
      new Map([
        ['sku', 0],
        ['counted', 1],
      ]),
    )
    expect(counts).toHaveLength(20_000)
    expect(counts.at(-1)).toMatchObject({
      problem: "The SKU '1' is in the lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 19990 more: add the counts up.",
    })
  })

  test('of zeros that very many SKUs may have lost', () => {
    expect(listSpoiled(sheet, new Map([['sku', 0]]), new Set())).toEqual([])
    const first = { line: 1, row: 1, cells: ['01', '2'] }
    const spoiled = listSpoiled({ ...sheet, rows: [first, ...rows] }, new Map([['sku', 0]]), new Set())
    expect(spoiled).toHaveLength(20_000)
    expect(spoiled.at(-1)).toContain("the SKU '1' is beside '01', line 1 (A1)")
  })

  test('of a thousand columns, and of a name of a megabyte', () => {
    const header = ['x'.repeat(1_000_000), ...Array.from({ length: 999 }, (_, index) => `c${index}`)]
    const find = () => requireColumns(header, mapColumns(header, itemColumns), ['sku'])
    expect(find).toThrow(/The file has: x{100}…, c0, c1, .*, c28, 970 more$/)
  })

  test('of a cell of a megabyte', () => {
    const long = { ...sheet, rows: [{ line: 2, row: 2, cells: [`1.${'1'.repeat(1_000_000)}E+9`, '2'] }] }
    const [row] = readItems(long, new Map([['sku', 0]]))
    expect(JSON.stringify(row && 'problem' in row && row.problem).length).toBeLessThan(200)
    expect(listSpoiled(long, new Map([['sku', 0]]), new Set()).join().length).toBeLessThan(300)
  })
})
