import fc from 'fast-check'
import { zipSync } from 'fflate'
import { formatCsv } from '../../spreadsheets/file/table'
import { itemColumns, readItems } from '../../spreadsheets/import/item-rows'
import { Stock } from '../../spreadsheets/items/stock'
import { describeCell, isSpoiled, readCell, readCode, writeCell, writeTextCell } from '../../spreadsheets/sheet/cells'
import { mapColumns, pickCells, requireColumns } from '../../spreadsheets/sheet/mapping'
import { separators } from '../../spreadsheets/sheet/read-csv'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { countColumns, matchSheet, readCounts } from '../../spreadsheets/stocktake/count-rows'
import { hostileFiles } from '../support/hostile'
import { testProperty } from '../support/property'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'

const read = (content: string | Uint8Array, options = {}) => readSheet('sheet.csv', Buffer.from(content), options)
const cellsOf = async (content: string | Uint8Array, options = {}) =>
  (await read(content, options)).rows.map(({ cells }) => cells)

describe('a sheet', () => {
  test.each([
    ['a comma', 'sku,name\nA-1,"Hook; large, brass"\n'],
    ['a semicolon', 'sku;name\nA-1;"Hook; large, brass"\n'],
    ['a tab', 'sku\tname\nA-1\tHook; large, brass\n'],
    ['a bar', 'sku|name\r\nA-1|Hook; large, brass\r\n'],
  ])('finds %s between cells', async (_, content) => {
    const { header, rows } = await read(content)
    expect(header).toEqual(['sku', 'name'])
    expect(rows).toMatchObject([{ line: 2, cells: ['A-1', expect.stringContaining('Hook; large')] }])
  })

  test('takes the separator that is given', async () => {
    expect(await cellsOf('sku\n1;2\n', { separator: ',' })).toEqual([['1;2']])
    expect(await cellsOf('a,b\tc\n1,2\t3\n', { separator: '\t' })).toEqual([['1,2', '3']])
  })

  test.each([
    ['UTF-8', Buffer.from('sku\nGrün\n')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFsku\nGrün\n')],
    ['UTF-16', Buffer.from('\uFEFFsku\nGrün\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('sku\nGrün\n', 'utf16le')],
    ['UTF-16 of the other order without a mark', Buffer.from('sku\nGrün\n', 'utf16le').swap16()],
  ])('reads %s', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({ header: ['sku'], rows: [{ cells: ['Grün'] }] })
  })

  test('names the line that is not UTF-8, and reads the encoding that is given', async () => {
    const latin = Buffer.from('sku\nred\nGr\u00fcn\n', 'latin1')
    await expect(read(latin)).rejects.toThrow('line 3 is not UTF-8')
    expect(await cellsOf(latin, { encoding: 'windows-1252' })).toEqual([['red'], ['Grün']])
    expect(await cellsOf(Buffer.from('\uFEFFsku\nGrün\n'), { encoding: 'windows-1252' })).toEqual([['Grün']])
    await expect(read(latin, { encoding: 'klingon' })).rejects.toThrow('--encoding klingon is not known')
  })

  test('numbers lines as an editor does: cells may have several, and empty ones count', async () => {
    const { rows } = await read('sku,name\r\nA,"two\r\nlines"\r\n\r\nB,5" pipe\r\n')
    expect(rows).toEqual([
      { line: 2, row: 2, cells: ['A', 'two\nlines'] },
      { line: 5, row: 4, cells: ['B', '5" pipe'] },
    ])
    expect(rows.map((row) => describeCell(row, 1))).toEqual(['line 2 (B2)', 'line 5 (B4)'])
    expect([25, 26, 701, 702].map((column) => describeCell({ line: 9, row: 9 }, column))).toEqual(
      ['Z9', 'AA9', 'ZZ9', 'AAA9'].map((cell) => `line 9 (${cell})`),
    )
  })

  test.each([
    [
      'a workbook (.xls), or one with a password, and cannot be read',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    ],
    ['no workbook (.xlsx or .ods)', Buffer.from(zipSync({ 'index.iwa': new Uint8Array() }))],
    ['no CSV file and no workbook (.xlsx or .ods)', Buffer.from('\uFEFF<html><table><tr><td>SKU')],
    ['no CSV file and no workbook (.xlsx or .ods)', Buffer.from('%PDF-1.7\n\xe2', 'latin1')],
    ['a workbook that is damaged', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14])],
  ])('that is %s is said to be so', async (what, bytes) => {
    await expect(read(bytes)).rejects.toThrow(
      `sheet.csv is ${what}: open it in a spreadsheet program, save it as an Excel workbook (.xlsx), and give that file`,
    )
  })

  test.each([
    ['sku,name\nA,"never closed\nB,x\n', 2],
    ['sku,name\n\nA,"two\nlines"\nB,"x ""y"" z,\nC,5\n', 5],
    ['sku;name\n"a\nb";"never\nclosed\n', 3],
    ['sku,name\n"a"b,c\n5" pipe,"open', 3],
    ['"sku,name\nA,x\n', 1],
  ])('%j: names the line of the quotation mark that is not closed', async (content, line) => {
    await expect(read(content)).rejects.toThrow(`line ${line}: a quotation mark is not closed`)
  })

  test('says what is wrong with a file', async () => {
    await expect(read('')).rejects.toThrow('is empty: its first line must name the columns')
  })
})

describe('columns', () => {
  const fields = { sku: ['sku'], reorder_point: ['reorder_point'] } as const

  test('are found by their name, or by --map', () => {
    const map = (header: string[], given?: string[]) => Object.fromEntries(mapColumns(header, fields, given))
    expect(map(['Reorder Point', 'SKU '])).toEqual({ sku: 1, reorder_point: 0 })
    expect(map(['Code', 'sku'], ['sku=Code'])).toEqual({ sku: 0 })
    expect(map(['sku', 'Reorder point'], ['reorder_point='])).toEqual({ sku: 0 })
  })

  test('that are not there are refused', () => {
    expect(() => mapColumns(['Code'], fields, ['sku=Kode'])).toThrow("there is no column 'Kode'. The file has: Code")
    expect(() => mapColumns(['Code'], fields, ['skew=Code'])).toThrow('the fields are sku, reorder_point')
    expect(() => mapColumns(['Code'], fields, ['sku'])).toThrow('write FIELD=COLUMN')
    expect(() => mapColumns(['SKU', 'sku'], fields)).toThrow('two columns are named sku')
  })

  test('of a row with another number of cells may have moved', () => {
    const mapping = mapColumns(['sku', 'name'], fields)
    const sheet = { header: ['sku', 'name'], sheets: [] }
    expect(() => pickCells({ line: 2, row: 2, cells: ['A', '', 'x'] }, sheet, mapping)).toThrow(
      'has 3 cells, and the header 2',
    )
    expect(pickCells({ line: 2, row: 2, cells: [' A ', 'x'] }, sheet, mapping)).toEqual({ sku: 'A' })
  })
})

describe('a cell', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", "''+1", '＝1', '"=1"'])(
    '%j is no formula once written',
    (text) => {
      expect(writeCell(text)).toMatch(/^'/)
      expect(readCell(writeCell(text))).toBe(text)
    },
  )

  test.each(['A-1', "'s Hertogenbosch", '1-2', ''])('%j stays as it is', (text) => {
    expect(writeCell(text)).toBe(text)
    expect(readCell(text)).toBe(text)
  })

  const text = fc.string({ unit: fc.constantFrom(...'\'=-+@a "1,;|\t\n＝', 'Feb-01', '2026-02-01', '1'.repeat(15)) })
  testProperty('is read as it was written', { of: [text] }, (text) => {
    expect(readCell(writeCell(text))).toBe(text)
    expect(readCell(writeTextCell(text))).toBe(text)
    expect(readCode(writeCell(text, true))).toBe(text)
    expect(readCode(writeTextCell(text, true))).toBe(text)
    expect(isSpoiled(writeCell(text, true))).toBe(false)
  })

  testProperty('is no formula, whatever separates cells', { of: [text] }, (text) => {
    for (const written of separators)
      for (const separator of separators) {
        const rows = parseLoosely(formatCsv([['A', writeCell(text), 'B']], written), separator)
        for (const cell of rows) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/)
      }
  })

  test('keeps the apostrophe of a word, and loses that of digits in a column of codes', () => {
    expect(["'00003", "'4006381333931", "'s", "''1", "'Feb-01", "'Feb"].map(readCode)).toEqual([
      '00003',
      '4006381333931',
      "'s",
      "'1",
      'Feb-01',
      "'Feb",
    ])
    expect(["'90s poster", "x;'=1"].map(readCell)).toEqual(["'90s poster", 'x;=1'])
    expect(writeCell('x;=HYPERLINK(A1)')).toBe("x;'=HYPERLINK(A1)")
  })
})

test('a cell with a line break is quoted in whatever is written', () => {
  expect(formatCsv([['Oil\n5 l', 'a\rb', 'plain']], ';')).toBe('"Oil\n5 l";"a\rb";plain\r\n')
})
/** As a spreadsheet with another separator takes a line apart: quotation marks within a cell mean nothing to it. */
function parseLoosely(content: string, separator: string): string[] {
  return content.split(new RegExp(`[${separator}\\r\\n]`)).map((cell) => cell.replace(/^"+/, ''))
}

// Files that nobody means well.

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
test.each(chooseCases(Object.entries(hostileFiles), 12, chooseSeed()))('%s', async (_, [make, outcome]) => {
  const file = make()
  expect(Buffer.from(file).length).toBeLessThan(1_048_576 + 4)
  expect(await describeFile(file)).toContain(outcome)
})

describe('what is said of a sheet is short', () => {
  const source = { sheet: null, line: 1, first: [] }
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ line: index + 2, row: index + 2, cells: ['1', '2'] }))
  const sheet = { header: ['sku', 'counted'], rows, separator: ',', sheets: [], source }

  test('of a SKU in very many lines', () => {
    const counts = readCounts(sheet, mapColumns(sheet.header, countColumns))
    const { refused } = matchSheet(counts, new Stock(), { allowsLookalikes: false })
    expect(refused).toHaveLength(20_000)
    expect(refused.at(-1)).toMatchObject({
      problem: "The SKU '1' is in the lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 19990 more: add the counts up.",
    })
  })

  test('of a thousand columns, and of a name of a megabyte', () => {
    const header = ['x'.repeat(1_000_000), ...Array.from({ length: 999 }, (_, index) => `c${index}`)]
    const find = () => requireColumns({ header, sheets: [], source }, mapColumns(header, itemColumns), ['sku'])
    expect(find).toThrow(/The file has: x{100}…, c0, c1, .*, c28, 970 more$/)
  })

  test('of a cell of a megabyte', () => {
    const long = { ...sheet, rows: [{ line: 2, row: 2, cells: [`1.${'1'.repeat(1_000_000)}E+9`, '2'] }] }
    const [row] = readItems(long, new Map([['sku', 0]]))
    expect(JSON.stringify(row && 'problem' in row && row.problem).length).toBeLessThan(200)
  })
})
