import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { itemColumns, readItems } from '../../spreadsheets/import/item-rows'
import { makeRefusedTable, toOutcome } from '../../spreadsheets/import/outcomes'
import { mapColumns } from '../../spreadsheets/sheet/mapping'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { makeCell, makeRow, makeStyles, zipSheet } from '../support/workbook'

// What a cell shows is what its code is. What a spreadsheet has made of a code is refused, and so is what it shows
// where there is no value.

async function readRows(file: Uint8Array) {
  const sheet = await readSheet('codes', file, { columns: { fields: itemColumns, required: ['name', 'sku'] } })
  return { sheet, rows: readItems(sheet, mapColumns(sheet.header, itemColumns)) }
}

/** The SKU and the quantity of each row, or what is said of it. */
async function describeRows(file: Uint8Array): Promise<string[]> {
  const { rows } = await readRows(file)
  return rows.map((row) =>
    'item' in row ? `${row.item.sku} × ${row.item.quantity}` : `${row.problem.field}: ${row.problem.message}`,
  )
}

const text = (place: string, content: string) => makeCell(place, content)
const names = makeRow(1, text('A1', 'sku'), text('B1', 'name'), text('C1', 'quantity'))

/** A workbook with a row for each cell of the column of SKUs. */
function zipCodes(cells: string[], codes: string[] = []): Uint8Array {
  const formats = codes.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')
  const styles = codes.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join('')
  const rows = cells.map((cell, index) =>
    makeRow(index + 2, cell.replace('<c', `<c r="A${index + 2}"`), text(`B${index + 2}`, 'Axe')),
  )
  const parts = makeStyles(`<styleSheet><numFmts>${formats}</numFmts><cellXfs><xf/>${styles}</cellXfs></styleSheet>`)
  return zipSheet(names + rows.join(''), parts)
}

const number = (value: string, style = 1) => `<c s="${style}"><v>${value}</v></c>`

test.each([
  ...['00000 | 12 | 00012', '000\\-0000 | 1234567 | 123-4567', '000-0000 | 567 | 000-0567', '0 | 0 | 0'],
  ...['0000000000000 | 12345678905 | 0012345678905', '&quot;SKU &quot;0000 | 7 | SKU 0007', '[$-409]# | 42 | 42'],
  ...['[Red]00;[Blue]\\-00 | -5 | -05', '0_);(0) | -5 | (5)', 'General | 4006381333931 | 4006381333931'],
])('a format shows digits: %s', async (row) => {
  const [code = '', value = '', shown = ''] = row.split(' | ')
  expect(await describeRows(zipCodes([number(value)], [code]))).toEqual([`${shown} × 0`])
})

const remedy = 'and no code: format the column as text, and enter the code again.'

test.each([
  ...['0% | 0.12', '#,##0 | 1234', '0.00 | 12', '0.00E+00 | 100000', '# ?/? | 1.5', '[$€-407] 0 | 5', '0 "€" | 5'],
  ...['000 | 12.7'],
])('a format shows more than the digits of a code: %s', async (row) => {
  const [code = '', value = ''] = row.split(' | ')
  const said = `sku: The 'sku' field is a number in the format '${code}', ${remedy} The cell has '${value}'.`
  expect(await describeRows(zipCodes([number(value)], [code.replaceAll('"', '&quot;')]))).toEqual([said])
})

test.each([
  [number('46054'), "is a date or a time, .* The cell has '2026-02-01'"],
  ['<c t="d"><v>2026-02-01</v></c>', 'is a date or a time'],
  ['<c t="b"><v>1</v></c>', 'is a truth value'],
  [number('1234567890123450000', 0), 'is a number with more than the 15 digits'],
  [number('1234567890123460', 0), 'is a number with more than the 15 digits'],
  [number('1.23456789012346E+019', 0), 'is a number with more than the 15 digits'],
  ['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', 'has the error of a formula'],
  ['<c t="e"><v>#NEW_ONE</v></c>', 'has the error of a formula'],
  ['<c><f>A1</f><v/></c>', 'has a formula without its value: open the file in a spreadsheet program'],
])('%s is no code', async (cell, message) => {
  expect(await describeRows(zipCodes([cell], ['yyyy-mm-dd']))).toEqual([expect.stringMatching(message)])
})

test('a text of a workbook is what somebody entered, and so are 16 digits that are all there', async () => {
  const cells = ['2026-02-01', '10:30', '00012'].map((code) => `<c t="str"><v>${code}</v></c>`)
  expect(await describeRows(zipCodes([...cells, number('1234567890123456', 0)]))).toEqual(
    ['2026-02-01', '10:30', '00012', '1234567890123456'].map((code) => `${code} × 0`),
  )
})

test('a quantity is its number, whatever the format shows, and a name is what is shown', async () => {
  const row = makeRow(2, text('A2', 'A'), '<c r="B2" s="1"><v>7</v></c>', '<c r="C2" s="1"><v>7</v></c>')
  const formats = '<numFmts><numFmt numFmtId="164" formatCode="000&quot; pcs&quot;"/></numFmts>'
  const styles = makeStyles(`<styleSheet>${formats}<cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>`)
  const { rows } = await readRows(zipSheet(names + row, styles))
  expect(rows).toMatchObject([{ item: { name: '007 pcs', quantity: 7 } }])
})

const dates = [
  '2026-02-01 | 2026-02-01T10:30:00.000Z | 1899-12-30T10:30:00.000Z | 02-Jan | 2-Jan | Feb-01 | Mar-26 | 01-Feb-26',
  '01. Feb | 01. Feb. | 1. Feb. | 1. Mrz | Mrz 26 | 01.02.2026 | 01.02.26 | 01-févr | 01-févr. | févr-26 | 01-feb',
  '01/02/2026 | 2/1/2026 | 2026/02/01 | 2026/2/1 | 10:30 | 10:30:00 | 10:30:00 AM | 26:30:00 | 1234567890123450',
].flatMap((line) => line.split(' | '))
const codes = [
  'FEB-01 | 1-2 | MAR1 | 2026-13-01 | 2026-02 | 32.01.2026 | 1.2.26 | 99.99.99 | 12/10 | 1:10a | 16:9 | 10-30 | Feb',
  'May-day | 123456789012345 | 1234567890123456 | 4006381333931 | A 2026-02-01 | 24-7',
].flatMap((line) => line.split(' | '))

test('a date, a time and lost digits in a column of codes of a CSV file are refused, other codes are not', async () => {
  const csv = (cells: string[]) => Buffer.from(`sku;name\n${cells.map((cell) => `${cell};Axe\n`).join('')}`)
  const said = await describeRows(csv(dates))
  const end = `${remedy} Where it is right, put an apostrophe in front. The cell has '`
  for (const [index, date] of dates.entries()) expect(said[index]).toContain(`${end}${date}'.`)
  expect(await describeRows(csv(codes))).toEqual(codes.map((code) => `${code} × 0`))
  expect(await describeRows(csv(dates.map((code) => `'${code}`)))).toEqual(dates.map((code) => `${code} × 0`))
})

const errors = [
  ...['#N/A', '#DIV/0!', '#REF!', '#NAME?', '#VALUE!', '#NUM!', '#NULL!', '#SPILL!', '#NV', '#WERT!', '#BEZUG!'],
  ...['#N/D', '#¿NOMBRE?', '#¡VALOR!', '#VALEUR !', 'Err:502', '###', '#VALUE! 02-Jan'],
]

test('the error of a formula is refused in every column, and no other text that begins so', async () => {
  for (const error of errors) {
    const csv = `sku;name;location;quantity\nA;${error};;1\n${error};Axe;;1\nB;Axe;${error};1\nC;Axe;;${error}\n`
    const said = await describeRows(Buffer.from(csv))
    for (const [index, field] of ['name', 'sku', 'location', 'quantity'].entries())
      expect(said[index]).toContain(`The '${field}' field has the error of a formula, and no value.`)
  }
  const others = await describeRows(Buffer.from('sku;name\n#1;#hash\n##;A #N/A\n#NVX;#BLUE!\n'))
  expect(others).toEqual(['#1 × 0', '## × 0', '#NVX × 0'])
})

test('a formula of a CSV file, and a number beside a quantity, in a column without a name, are refused', async () => {
  const csv = 'sku,name,quantity,\n=A1&"x",Axe,1,\nB,=C1,1,\nC,Cup,1,6\n\'=D,Dot,1,x\n'
  const beside = "null: The 'quantity' field has '1', and '6' beside it in a column without a name."
  const formulas = ['sku', 'name'].map((field) => expect.stringContaining(`${field}' field has a formula without`))
  expect(await describeRows(Buffer.from(csv))).toEqual([...formulas, beside, '=D × 1'])
})

test('a line break is said to be one', async () => {
  expect(await describeRows(Buffer.from('sku,name\nA,"two\nlines"\n'))).toEqual([
    "name: The 'name' field has a line break: write it in one line. The cell has 'two\nlines'.",
  ])
})

test('what is refused is refused again in the file of the refused rows, and no formula there', async () => {
  const cells = [number('46054'), '<c><f>A1</f></c>', '<c t="str"><v>#N/A</v></c>']
  const { sheet, rows } = await readRows(zipCodes(cells, ['yyyy-mm-dd']))
  const outcomes = rows.flatMap((row) =>
    'problem' in row ? [toOutcome({ row: row.row, action: 'refused', problem: row.problem }, false)] : [],
  )
  const table = makeRefusedTable(sheet, outcomes, 'xlsx').map(([sku]) => sku)
  expect(table).toEqual(['sku', '#VALUE! 2026-02-01', '#VALUE! ', '#N/A'])
  const writeRefused = (cell: string) => {
    const changed = outcomes.map((outcome) => ({ ...outcome, row: { line: 2, row: 2, cells: [cell] } }))
    return makeRefusedTable(sheet, changed, 'csv')[1]?.[0]
  }
  expect(['=1+1', '-70', '+1,5'].map(writeRefused)).toEqual(["'=1+1", '-70', '+1,5'])
})

test.each(['true', '1', 'TRUE'])('a workbook with date1904="%s" counts from 1904', async (value) => {
  const book = `<workbook><workbookPr date1904="${value}"/><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>`
  const styles = makeStyles('<cellXfs><xf numFmtId="14"/></cellXfs>')
  const file = zipSheet('<c r="A1" s="0"><v>0</v></c>', { ...styles, 'xl/workbook.xml': book })
  expect((await readSheet('w.xlsx', file)).header).toEqual(['1904-01-01'])
})

// Saved by LibreOffice 7.4, in German: a title, and a sheet in front.

test.each(['libreoffice.xlsx', 'libreoffice.ods'])('%s: the same rows and refusals', async (name) => {
  const said = await describeRows(readFileSync(join(__dirname, 'files', name)))
  const refusal = /^(\w+): The '\w+' field (.*?)(?: in the format .*| that is shown as .*|, and no .*|: write it.*)/s
  expect(said.map((line) => line.replace(refusal, '$1 $2').replace(/ The cell.*/s, ''))).toEqual([
    ...['00012 × 1', '123-4567 × 2', 'sku is a number', 'sku is a date or a time', 'sku is a date or a time'],
    ...['sku is a number', 'sku is a number', '4006381333931 × 5', '00012 × 5', '2026-02-01 × 5'],
    ...['sku has the error of a formula', 'F1 × 5', '1.5 × 1'],
    ...['sku is a number with more than the 15 digits that a spreadsheet keeps', 'name has the error of a formula'],
    ...['name has a line break', '7 Stück × 1', '-5 × 1'],
  ])
})
