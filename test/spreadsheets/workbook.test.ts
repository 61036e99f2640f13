import { TrashedItem } from '../../functions/contract/item'
import openapi from '../../openapi/openapi.json'
import { formatPages } from '../../spreadsheets/export/format'
import { columnsOf, listColumns } from '../../spreadsheets/export/lists'
import type { Value } from '../../spreadsheets/file/table'
import { formatWorkbook } from '../../spreadsheets/file/workbook'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import {
  collectBytes,
  makeBook,
  makeCell,
  makeRow,
  makeSheet,
  makeStyles,
  repeat,
  sheetPath,
  zipParts,
  zipSheet,
} from '../support/workbook'

const write = (rows: Value[][]) => collectBytes(formatWorkbook([rows]))
const read = async (file: Uint8Array) => {
  const { header, rows } = await readSheet('w.xlsx', file)
  return [header, ...rows.map(({ cells }) => cells)]
}

test('a workbook is read as it was written', async () => {
  const texts = ['0012', '=1+1', 'a & b <c>', ' two\nlines ', '_x0041_', 'tab\t', 'Grün 中文 😀', '4006381333931']
  const file = await write([['sku', 'n'], ...texts.map((text) => [text, 7])])
  const { header, rows, sheets } = await readSheet('w.xlsx', file)
  expect([header, sheets]).toEqual([['sku', 'n'], ['Sheet1']])
  expect(rows.map(({ line, row, cells }) => [line, row, ...cells])).toEqual(
    texts.map((text, index) => [index + 2, index + 2, text, '7']),
  )
})

test('a number is its digits, or as it is stored where a spreadsheet has lost some', async () => {
  const digits = {
    ...{ '4006381333931': '4006381333931', '4.006381333931E12': '4006381333931' },
    ...{ '0.10000000000000001': '0.1', '-3': '-3', '12': '12' },
    '1.2345678901234567E+19': '1.2345678901234567E+19',
  }
  const rows = Object.keys(digits).map((number, index) =>
    makeRow(index + 2, `<c r="A${index + 2}"><v>${number}</v></c>`),
  )
  const [, ...found] = await read(zipSheet(makeRow(1, makeCell('A1')) + rows.join('')))
  expect(found).toEqual(Object.values(digits).map((text) => [text]))
})

test('dates, formulas, truth values, and rows and cells that are left out', async () => {
  const styles = makeStyles('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>')
  const formulas = ['<c r="B4"><f>1+1</f><v>2</v></c>', '<c r="C4" t="str"><f>"x"</f><v>x</v></c>']
  const cells =
    makeRow(1, makeCell('A1', 'a'), makeCell('C1', 'c')) +
    makeRow(4, '<c r="A4" s="1"><v>46351</v></c>', ...formulas) +
    makeRow(5, '<c r="A5" t="b"><v>1</v></c>', '<c r="C5" t="e"><f>1/0</f><v>#DIV/0!</v></c>')
  const { header, rows } = await readSheet('w.xlsx', zipSheet(cells, styles))
  expect(header).toEqual(['a', '', 'c'])
  expect(rows).toMatchObject([
    { line: 4, row: 4, cells: ['2026-11-25', '2', 'x'] },
    { line: 5, row: 5, cells: ['TRUE', '', '#DIV/0!'] },
  ])
})

test('a sheet is chosen by its name', async () => {
  const file = await write([['sku']])
  expect((await readSheet('w.xlsx', file, { sheet: 'Sheet1' })).header).toEqual(['sku'])
  await expect(readSheet('w.xlsx', file, { sheet: 'Stock' })).rejects.toThrow("no sheet 'Stock'. It has: Sheet1")
})

test('a large workbook is read and written without a worker', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [`SKU-${index}`, `Item ${Math.sin(index)}`])
  const file = await write([['sku', 'name'], ...rows])
  expect((await readSheet('w.xlsx', file)).rows).toHaveLength(20_000)
})

test('what is exported has texts that begin as formulas do, and they come back', async () => {
  async function* pages() {
    yield ['=1+1', "'=1", '-5', "'s"].map((name) => ({ id: 'itm', name, sku: name, quantity: 3 }))
  }
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await collectBytes(formatPages(pages(), columnsOf('items'), { format, separator: ',' }))
    const { header, rows } = await readSheet('items', file)
    expect(header.slice(0, 4)).toEqual(['id', 'name', 'sku', 'quantity'])
    expect(rows.map(({ cells }) => cells[1])).toEqual(
      format === 'csv' ? ["'=1+1", "''=1", "'-5", "'s"] : ['=1+1', "''=1", '-5', "'s"],
    )
  }
})

test('the columns are the fields of the document of the API', () => {
  type Schema = { type?: unknown; properties?: Record<string, Schema> }
  const schemas: Record<string, Schema> = openapi.components.schemas as Record<string, Schema>
  const listFields = ({ properties = {} }: Schema): string[] =>
    Object.entries(properties).flatMap(([name, schema]) =>
      schema.type === 'object' ? listFields(schema).map((field) => `${name}_${field}`) : [name],
    )
  const names = { items: 'Item', transactions: 'Transaction', orders: 'OrderSummary', audit: 'AuditEntry' } as const
  for (const [list, schema] of Object.entries(names))
    expect(columnsOf(list as keyof typeof names).map(({ name }) => name)).toEqual(listFields(schemas[schema] ?? {}))
  expect(listColumns(TrashedItem).map(({ name }) => name)).toEqual(listFields(schemas.TrashedItem ?? {}))
})

// What programs write, beside what Excel does.

const head = makeRow(1, makeCell('A1', 'sku'), makeCell('B1', 'name'))
const first = makeRow(2, makeCell('A2', 'A-1'), makeCell('B2', 'Axe'))
const expected = [
  ['sku', 'name'],
  ['A-1', 'Axe'],
]

test('cells that are empty are left out, wherever they are: LibreOffice gives each of them its style', async () => {
  const wide = makeRow(3, '<c r="A3" s="1"/>', '<c r="XFD3" s="1"></c>', '<c r="XFE3" t="s"><v></v></c>')
  const last = '<row r="1048576" ht="12.8"><c r="A1048576" s="1"/><c r="AMJ1048576" s="1"><f>1</f></c></row>'
  const style =
    's="3" customFormat="true" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"'
  const empty = repeat(150_000, (index) => `<row r="${index + 4}" ${style}></row>`)
  expect(await read(zipSheet(head + first + wide + empty + last))).toEqual(expected)
})

test('the last cell that is read, and the last row', async () => {
  const file = zipSheet(head + makeRow(1_048_576, makeCell('ALL1048576', 'x')))
  const { header, rows } = await readSheet('w.xlsx', file)
  expect([header.length, rows[0]?.row, rows[0]?.cells.at(-1)]).toEqual([1_000, 1_048_576, 'x'])
  await expect(read(zipSheet(head + makeRow(2, makeCell('ALM2', 'x'))))).rejects.toThrow(
    'There is a value in ALM2, and at most 1 000 columns are read: delete what is not needed, or split the file',
  )
  await expect(read(zipSheet(head + makeRow(1_048_577, makeCell('B1048577', 'x'))))).rejects.toThrow(
    'There is a value in B1048577, and at most 1 048 576 rows are read',
  )
})

test('Excel puts a separator into a CSV file for each column that has a style', async () => {
  const commas = ','.repeat(16_382)
  const { header, rows } = await readSheet('w.csv', Buffer.from(`sku,name${commas}\r\nA-1,Axe${commas}\r\n`))
  expect(header.slice(0, 3)).toEqual(['sku', 'name', ''])
  expect(rows.map(({ cells }) => [cells.length, ...cells.slice(0, 2)])).toEqual([[1_000, 'A-1', 'Axe']])
})

test('a CSV file of old programs for the Mac', async () => {
  const { rows } = await readSheet('w.csv', Buffer.from('sku,name\rA-1,"two\rlines"\r'))
  expect(rows).toEqual([{ line: 2, row: 2, cells: ['A-1', 'two\nlines'] }])
})

test('prefixes, comments, CDATA and other quotation marks', async () => {
  const sheet = `\ufeff<?xml version="1.0"?><!-- <c> --><x:worksheet xmlns:x="y"><x:sheetData>
    <x:row r='1'><x:c r='A1' t = 'str'><x:v><![CDATA[sku]]></x:v></x:c><x:c t="inlineStr" r="B1"><x:is><x:t>name</x:t>
    </x:is></x:c></x:row><x:row><x:c r="A2" t="e" a=">"><x:v>#N/A</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  expect(await read(zipParts({ [sheetPath]: sheet }))).toEqual([
    ['sku', 'name'],
    ['#N/A', ''],
  ])
})

test('shared texts have parts with fonts, and readings that are left out', async () => {
  const strings = `<sst><si><t>sku</t></si><si><r><rPr><b/></rPr><t>A</t></r><r><t xml:space="preserve"> &amp; &#66;</t></r>
    <rPh sb="0" eb="1"><t>ruby</t></rPh><phoneticPr fontId="1"/></si><si><t>_x0041_ &#x1F600; &nope;</t></si></sst>`
  const rows = repeat(3, (index) => makeRow(index + 1, `<c r="A${index + 1}" t="s"><v>${index}</v></c>`))
  expect(await read(zipSheet(rows, { 'xl/sharedStrings.xml': strings }))).toEqual([['sku'], ['A & B'], ['A 😀 &nope;']])
})

test('the parts are where the relations say, in both standards', async () => {
  const relation = (type: string, target: string) =>
    `<Relationship Target="${target}" Id="${type}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}"/>`
  const file = zipParts({
    'xl/workbook.xml': '<workbook><sheets><sheet name="One_x0041_" r:id="worksheet"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('worksheet', '/xl/a/b.xml')}${relation('sharedStrings', 's.xml')}</Relationships>`,
    'xl/a/b.xml': makeSheet('<c r="A1" t="s"><v>0</v></c>'),
    'xl/s.xml': '<sst><si><t>sku</t></si></sst>',
  })
  expect(await readSheet('w.xlsx', file)).toMatchObject({ header: ['sku'], sheets: ['OneA'] })
})

test.each([
  ['yyyy\\-mm\\-dd;@', '2023-03-15'],
  ['[$-409]d\\-mmm\\-yy;@', '2023-03-15'],
  ['&quot;Year&quot; yyyy', '2023-03-15'],
  ['[h]:mm:ss.000', '2023-03-15'],
  ['[Red]0;[Blue]d', '2023-03-15'],
  ['General', '45000'],
  ['#,##0 &quot;days&quot;', '45000'],
  ['@', '45000'],
  ['0.00', '45000'],
])('a number of the format %s is %s', async (code, text) => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
  expect(await read(zipSheet('<c r="A1" s="1"><v>45000</v></c>', makeStyles(styles)))).toEqual([[text]])
})

test('dates of the formats that files do not define, of a base, and of 1904', async () => {
  const styles = `<cellStyleXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="22"/><xf xfId="1"/><xf numFmtId="9"/></cellXfs>`
  const cells = '<c r="A1" s="0"><v>45000.5</v></c><c r="B1" s="1"><v>45000</v></c><c r="C1" s="2"><v>45000</v></c>'
  const parts = makeStyles(`<styleSheet>${styles}</styleSheet>`)
  expect(await read(zipSheet(cells, parts))).toEqual([['2023-03-15T12:00:00.000Z', '2023-03-15', '45000']])
  const book = String(makeBook(1)['xl/workbook.xml']).replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
  const file = zipSheet(cells, { ...parts, 'xl/workbook.xml': book })
  expect(await read(file)).toEqual([['2027-03-16T12:00:00.000Z', '2027-03-16', '45000']])
})

test('a number that is no date stays as it is', async () => {
  const styles = makeStyles('<cellXfs><xf numFmtId="14"/></cellXfs>')
  const cells =
    '<c r="A1"><v>1e300</v></c><c r="B1"><v>x</v></c><c r="C1" t="d"><v>2026-11-25</v></c><c r="D1" t="d"><v>y</v></c>'
  expect(await read(zipSheet(cells, styles))).toEqual([['1e300', 'x', '2026-11-25', 'y']])
})
