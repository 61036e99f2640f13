import { shortenName } from '../../functions/contract/input-refusal'
import { listNames } from '../../functions/domain/fields'
import { itemFields } from '../../functions/domain/items/item-fields'
import { describeCell, readCell } from './cells'
import type { Mapping } from './mapping'
import type { Sheet, SheetRow } from './sheet'

type Code = { text: string; place: string }

/** How a spreadsheet writes a long number: its last digits are lost. */
const shortened = /^\d([.,]\d+)?E\+\d+$/i

const lostZeros = 'A spreadsheet takes zeros off: format the column as text, and enter it again, if they are one item.'

const codeFields = [...listNames(itemFields, 'kind', 'code'), ...listNames(itemFields, 'kind', 'code?')]

/** What spreadsheets may have done to codes, a line each. `stock` has SKUs of the inventory. */
export function listSpoiled(sheet: Sheet, mapping: Mapping<string>, stock: ReadonlySet<string>): string[] {
  const codes = sheet.rows.flatMap((row) =>
    readCodes(
      row,
      codeFields.map((field) => mapping.get(field)),
    ),
  )
  const skus = sheet.rows.flatMap((row) => readCodes(row, [mapping.get('sku')]))
  return [...codes.filter(({ text }) => shortened.test(text)).map(describeShortened), ...listLostZeros(skus, stock)]
}

/** The digits without zeros in front, or null where it is no number. */
export function stripZeros(sku: string): string | null {
  return /^\d+$/.test(sku) ? sku.replace(/^0+(?=\d)/, '') : null
}

/** In the order of the file's columns. */
function readCodes(row: SheetRow, columns: (number | undefined)[]): Code[] {
  return row.cells.flatMap((cell, column) =>
    columns.includes(column) ? [{ text: readCell(cell).trim(), place: describeCell(row, column) }] : [],
  )
}

function describeShortened({ text, place }: Code): string {
  return `${place}: '${shortenName(text)}' is a number that a spreadsheet has shortened: format the column as text, and enter it again.`
}

/** Of two SKUs of the sheet, the shorter one is named. One that is in stock itself is not: both may be items. */
function listLostZeros(skus: Code[], stock: ReadonlySet<string>): string[] {
  const stocked = groupByNumber([...stock].map((text) => ({ text })))
  const listed = groupByNumber(skus)
  return skus.flatMap(({ text, place }) => {
    const number = stripZeros(text)
    if (number === null || stock.has(text)) return []
    const lost = (other: string, where: string) => [
      `${place}: the SKU '${shortenName(text)}' is beside '${shortenName(other)}', ${where}. ${lostZeros}`,
    ]
    const longer = listed.get(number)?.find((other) => other.text.length > text.length)
    const [inStock] = stocked.get(number) ?? []
    if (longer) return lost(longer.text, longer.place)
    return inStock ? lost(inStock.text, 'which is in stock') : []
  })
}

/** Of the rows of a number, those that are longer than all before: the others are never what has lost no zeros. */
function groupByNumber<Row extends { text: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const number = stripZeros(row.text)
    if (number === null) continue
    const group = groups.get(number)
    if (!group) groups.set(number, [row])
    else if (row.text.length > (group.at(-1)?.text.length ?? 0)) group.push(row)
  }
  return groups
}
