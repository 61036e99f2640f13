import { strToU8, zipSync } from 'fflate'
import { itemColumns } from '../../spreadsheets/import/item-rows'
import { describeSource, mapColumns, requireColumns } from '../../spreadsheets/sheet/mapping'
import { type ReadOptions, readSheet } from '../../spreadsheets/sheet/read-sheet'
import { makeBook, makeCell, makeRow, makeSheet, sheetPath, zipParts } from '../support/workbook'

// Where the table is in a file: below titles, on another sheet, between separators that are too many or too few.

const columns = { fields: itemColumns, required: ['name', 'sku'] }
const find = (content: string | Uint8Array, options: ReadOptions = {}) =>
  readSheet('w', Buffer.from(content), { columns, ...options })

test.each<[string, string, line: number, rows: string[]]>([
  ['titles above', 'Stock; all\n\nAs of today, noon\nSKU;Name\nA;Axe\n', 4, ['5 A|Axe']],
  ['a title with more commas', 'Stock, all, of, it\nSKU;Name\nA;Axe\n', 2, ['3 A|Axe']],
  ['the separator of Excel', 'sep=;\r\nSKU;Name\r\n"A,1";Axe\r\n', 2, ['3 A,1|Axe']],
  ['the separator of Excel, in quotation marks', '\uFEFF"sep=|"\nSKU|Name\nA;1|Axe\n', 2, ['3 A;1|Axe']],
  ['separators at the end of rows', 'SKU;Name\nA;Axe;;\nB;;\n', 1, ['2 A|Axe', '3 B|']],
  ['separators at the end of the header', 'SKU;Name;;\nA;Axe\n', 1, ['2 A|Axe||']],
  ['empty cells that are left out', 'SKU;Name;Barcode\nA;Axe\nB\n', 1, ['2 A|Axe|', '3 B||']],
  ['rows of separators alone', ';;\nSKU;Name\n;\n; ;\nA;Axe\n', 2, ['5 A|Axe']],
  ['two breaks at the end of a line', 'SKU,Name\r\r\n"A","Axe"\r\r\n', 1, ['2 A|Axe']],
  ['spaces around quotation marks', 'SKU, "Name"\n"A" , "Axe, big"\n5" x, b\n', 1, ['2 A|Axe, big', '3 5" x| b']],
  ['formulas that keep a code', 'SKU,Name\n="01","=""A"""\n="1-2-2026",="=x"\n', 1, ['2 01|A', "3 '1-2-2026|'=x"]],
  ['totals below', 'SKU;Name\nA;Axe\n\nTotal;\n', 1, ['2 A|Axe', '4 Total|']],
])('%s', async (_, content, line, rows) => {
  const sheet = await find(content)
  expect(sheet.source.line).toBe(line)
  expect(sheet.rows.map((row) => `${row.line} ${row.cells.join('|')}`)).toEqual(rows)
})

test('a cell with a text beyond the header stays, so that its row is refused; a table below is refused', async () => {
  const below = 'SKU,Name\nA,Axe\nSKU,Name\n\nName,SKU\nCup,C\n'
  await expect(find(below)).rejects.toThrow('The lines 1 and 5 name other columns')
  expect((await find('SKU;Name\nA;Axe;red;\n')).rows.map(({ cells }) => cells)).toEqual([['A', 'Axe', 'red']])
})

test('a header is what --map says, or the line of --header, with its own separator', async () => {
  const content = 'Stock, of all\nKode;Text\nA;Axe\n'
  const map = ['sku=Kode', 'name=Text']
  expect((await find(content, { columns: { ...columns, map } })).header).toEqual(['Kode', 'Text'])
  expect(await find(content, { header: 2 })).toMatchObject({ header: ['Kode', 'Text'], separator: ';' })
  expect((await find(content)).header).toEqual(['Stock', 'of all'])
  await expect(find(content, { header: 9 })).rejects.toThrow('w has nothing in line 9')
})

const cover = makeRow(1, makeCell('A1', 'Contents'))
const table = makeRow(3, makeCell('A3', 'SKU'), makeCell('C3', 'Name')) + makeRow(4, makeCell('A4', 'A'))
const zipSheets = (...sheets: string[]) => {
  const path = (sheet: number) => `worksheets/s${sheet}.xml`
  const parts = sheets.map((rows, index) => [`xl/${path(index + 1)}`, makeSheet(rows)])
  return zipParts({ ...makeBook(sheets.length, path), ...Object.fromEntries(parts) })
}

test('of a workbook, the first sheet with a header is read, or that of --sheet', async () => {
  const file = zipSheets('', cover, table, table)
  const sheet = await find(file)
  expect(sheet.rows.map(({ row, cells }) => [row, ...cells])).toEqual([[4, 'A', '', '']])
  expect(describeSource(sheet)).toBe("The columns are named in line 3 of the sheet 'S3'. Not read: S1, S2, S4.")
  expect((await find(file, { sheet: 'S4' })).source).toMatchObject({ sheet: 'S4', line: 3 })
  expect((await find(zipSheets('', cover))).source).toMatchObject({ sheet: 'S2', line: 1 })
  const book = String(makeBook(2)['xl/workbook.xml']).replace('"S1"', '"S1" state="veryHidden"')
  const hidden = await find(zipParts({ ...makeBook(2), 'xl/workbook.xml': book, [sheetPath]: makeSheet(table) }))
  expect(describeSource(hidden)).toBe("The columns are named in line 3 of the sheet 'S2'. Not read: S1.")
})

test('where no line is a header, the refusal names what chooses one, and the other sheets', async () => {
  const refuse = async (file: string | Uint8Array) => {
    const sheet = await find(file)
    return () => requireColumns(sheet, mapColumns(sheet.header, itemColumns), ['name', 'sku'])
  }
  expect(await refuse(zipSheets('', cover))).toThrow(
    'no column has the name: use --map name=COLUMN, --header LINE or --sheet NAME. The file has: Contents. Other sheets: S1',
  )
  expect(await refuse('code,what\n')).toThrow(
    'no column has the name: use --map name=COLUMN, --header LINE or --separator. The file has: code, what',
  )
})

test.each(['windows-1252', 'latin1', 'ISO-8859-1'])('%s is the same text on every machine', async (encoding) => {
  const bytes = Buffer.from([...Buffer.from('sku\n'), 0x80, 0x92, 0x96, 0x81, 0x9f, 0xfc])
  expect((await readSheet('w', bytes, { encoding })).rows[0]?.cells).toEqual(['€’–\x81Ÿü'])
})

const zipDocument = (rows: string) =>
  zipSync({ 'content.xml': strToU8(`<x><table:table table:name="S">${rows}</table:table></x>`) })
const cell = (text: string, repeat = '') =>
  `<table:table-cell ${repeat} office:value-type="string"><text:p>${text}</text:p></table:table-cell>`

test('an OpenDocument: rows and cells that stand there more than once, comments, and cells that are covered', async () => {
  const empty = '<table:table-cell table:number-columns-repeated="16380"/>'
  const hidden = `<table:covered-table-cell><text:p>x</text:p></table:covered-table-cell>`
  const rows = [
    `<table:table-row table:number-rows-repeated="2">${empty}</table:table-row>`,
    `<table:table-row>${cell('SKU')}${cell('Name')}${empty}</table:table-row>`,
    `<table:table-row table:number-rows-repeated="2">${cell('A<office:annotation><text:p>c</text:p></office:annotation>')}${hidden}</table:table-row>`,
    `<table:table-row>${cell('<draw:frame><text:p>x</text:p></draw:frame><text:span>B<text:s text:c="2"/></text:span>C</text:p><text:p>', 'table:number-columns-repeated="2"')}</table:table-row>`,
    `<table:table-row table:number-rows-repeated="1048570">${empty}</table:table-row>`,
  ]
  const sheet = await find(zipDocument(rows.join('')))
  const found = sheet.rows.map(({ line, cells }) => [line, ...cells])
  expect(found).toEqual([
    [4, 'A', ''],
    [5, 'A', ''],
    [6, 'B  C\n', 'B  C\n'],
  ])
})

test.each([
  ['cells', cell('A', 'table:number-columns-repeated="9999999"'), 'There is a value in ALM1'],
  ['spaces', cell('<text:s text:c="9999999"/>'.repeat(2_000)), 'is a workbook that is damaged'],
  ['lines', cell('</text:p><text:p>'.repeat(30_000)), 'w is empty'],
])('an OpenDocument with very many %s is refused at once', async (_, content, message) => {
  await expect(find(zipDocument(`<table:table-row>${content}</table:table-row>`))).rejects.toThrow(message)
})
