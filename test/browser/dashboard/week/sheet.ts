import type { Fields } from './model'

/** A row of the file, as it should be. */
export type SheetRow = { sku: string; quantity: number; fields: Fields }

/** How many rows the shop's first file has. */
const rowCount = 2_000
/** Items to begin with that have fewer units than their reorder point. */
export const lowCount = 9
export const shelfSize = 10

export const nameSku = (number: number) => `WK-${String(number).padStart(4, '0')}`

/** `barcode`: of the item that the camera sees. */
export function makeRows(barcode: string): SheetRow[] {
  return Array.from({ length: rowCount }, (_, index) => {
    const number = index + 1
    const fields = {
      name: `Widget ${String(number).padStart(4, '0')}`,
      location: `Shelf ${Math.ceil(number / shelfSize)}`,
      barcode: number === 42 ? barcode : null,
      reorder_point: 20,
    }
    return { sku: nameSku(number), quantity: number <= lowCount ? number : 30 + (number % 60), fields }
  })
}

const header = 'sku,name,quantity,location,barcode,reorder_point'

function writeRow({ sku, quantity, fields }: SheetRow): string {
  const { name, location, barcode, reorder_point } = fields
  return [sku, name, quantity, location, barcode ?? '', reorder_point].join(',')
}

/** How each of the bad rows is spoiled, by its number. Row 1499 is good, and has the SKU of the one after it. */
const spoilers: Record<number, (row: string) => string> = {
  100: (row) => row.replace(/,(\d+),/, ',-$1,'),
  400: (row) => row.replace(/,\d+,/, ',a dozen,'),
  900: (row) => row.replace(/Widget \d+/, ''),
  1499: (row) => row,
  1500: (row) => row.replace('WK-1500', 'WK-1499'),
  2000: (row) => row.replace('WK-2000', 'W'.repeat(101)),
}

/** A row that is refused: its number, the line as it is in the file, and as it should be. */
export type BadRow = { number: number; wrong: string; right: string }

export function listBadRows(rows: SheetRow[]): BadRow[] {
  return rows.flatMap((row, index) => {
    const spoil = spoilers[index + 1]
    const right = writeRow(row)
    return spoil ? [{ number: index + 1, wrong: spoil(right), right }] : []
  })
}

export function writeSheet(rows: SheetRow[], bad: BadRow[]): string {
  const wrong = new Map(bad.map((each) => [each.number, each.wrong]))
  return [header, ...rows.map((row, index) => wrong.get(index + 1) ?? writeRow(row))].join('\n')
}

/** What somebody does in the file of the refused rows: it has two more columns, which tell what is wrong. */
export function mendSheet(refused: string, bad: BadRow[]): string {
  return bad.reduce((text, { wrong, right }) => {
    if (!text.includes(wrong)) throw new Error(`the refused rows have no ${wrong}`)
    return text.replace(wrong, right)
  }, refused)
}
