import { strToU8, unzipSync, zipSync } from 'fflate'
import { TrashedItem } from '../../functions/contract/item'
import openapi from '../../openapi/openapi.json'
import { listColumns } from '../../spreadsheets/export/columns'
import { formatPages } from '../../spreadsheets/export/format'
import { columnsOf } from '../../spreadsheets/export/lists'
import type { Value } from '../../spreadsheets/file/table'
import { formatWorkbook } from '../../spreadsheets/file/workbook'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'

async function collect(parts: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(Buffer.from(part))
  return Buffer.concat(all)
}

const write = (rows: Value[][]) => collect(formatWorkbook([rows]))

/** A workbook whose sheet has these cells, as programs write them. */
async function plant(cells: string, styles = ''): Promise<Uint8Array> {
  const files = unzipSync(await write([]))
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const sheet = `<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`
  return zipSync({
    ...files,
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    ...(styles && { 'xl/styles.xml': strToU8(`<styleSheet xmlns="${main}">${styles}</styleSheet>`) }),
  })
}

test('a workbook is read as it was written', async () => {
  const texts = ['0012', '=1+1', 'a & b <c>', ' two\nlines ', '_x0041_', 'tab\t', 'Grün 中文 😀', '4006381333931']
  const { header, rows, sheets } = await readSheet(
    'w.xlsx',
    await write([['sku', 'n'], ...texts.map((text) => [text, 7])]),
  )
  expect([header, sheets]).toEqual([['sku', 'n'], ['Sheet1']])
  expect(rows.map(({ line, row, cells }) => [line, row, ...cells])).toEqual(
    texts.map((text, index) => [index + 2, index + 2, text, '7']),
  )
})

test('a number is its digits, or as it is stored where a spreadsheet has lost some', async () => {
  const numbers = ['4006381333931', '4.006381333931E12', '0.10000000000000001', '12', '1.2345678901234567E+19', '-3']
  const cells = numbers.map((number, index) => `<row r="${index + 2}"><c r="A${index + 2}"><v>${number}</v></c></row>`)
  const file = await plant(`<row r="1"><c r="A1" t="inlineStr"><is><t>sku</t></is></c></row>${cells.join('')}`)
  expect((await readSheet('w.xlsx', file)).rows.map(({ cells: [cell] }) => cell)).toEqual([
    '4006381333931',
    '4006381333931',
    '0.1',
    '12',
    '1.2345678901234567E+19',
    '-3',
  ])
})

test('dates, formulas, truth values, and rows and cells that are left out', async () => {
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
  const file = await plant(
    `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="C1" t="inlineStr"><is><t>c</t></is></c></row>
     <row r="4"><c r="A4" s="1"><v>46351</v></c><c r="B4"><f>1+1</f><v>2</v></c>
       <c r="C4" t="str"><f>"x"</f><v>x</v></c></row>
     <row r="5"><c r="A5" t="b"><v>1</v></c><c r="C5" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`,
    styles,
  )
  const { header, rows } = await readSheet('w.xlsx', file)
  expect(header).toEqual(['a', '', 'c'])
  expect(rows).toEqual([
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
    const file = await collect(formatPages(pages(), columnsOf('items'), { format, separator: ',' }))
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
