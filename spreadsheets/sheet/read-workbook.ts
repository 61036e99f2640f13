import { InputError } from '../input-error'
import { Archive } from '../workbook/archive'
import { readBook } from '../workbook/book'
import { readCells } from '../workbook/read-cells'
import { listNames } from './bounds'
import type { SheetRow } from './sheet'

const zip = [0x50, 0x4b, 0x03, 0x04]
const oldWorkbook = [0xd0, 0xcf, 0x11, 0xe0]
const remedy = 'open it in a spreadsheet program, save the sheet as "CSV UTF-8", and give that file'

/** Whatever its name says. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return begins(bytes, zip)
}

/** Throws an `InputError` for a workbook of Excel before 2007. */
export function refuseOtherWorkbook(name: string, bytes: Uint8Array): void {
  if (begins(bytes, oldWorkbook)) throw new InputError(`${name} is a workbook (.xls), and no CSV file: ${remedy}`)
}

function begins(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

type Workbook = { rows: SheetRow[]; separator: string; sheets: string[] }

/** The rows of one sheet. Rows without a value are left out. */
export function readWorkbook(name: string, bytes: Uint8Array, wanted: string | null): Workbook {
  try {
    return findSheet(name, bytes, wanted)
  } catch (error) {
    // Whatever else is wrong with a file, its bytes are not those of a workbook.
    throw error instanceof InputError ? error : new InputError(`${name} is a workbook that is damaged: ${remedy}`)
  }
}

function findSheet(name: string, bytes: Uint8Array, wanted: string | null): Workbook {
  const archive = new Archive(bytes)
  if (!archive.has('xl/workbook.xml')) throw new InputError(`${name} is a workbook (.ods), and no CSV file: ${remedy}`)
  const book = readBook(archive)
  const sheets = book.sheets.map((sheet) => sheet.name)
  const sheet = book.sheets[wanted === null ? 0 : sheets.indexOf(wanted)]
  if (sheets.length === 0) throw new InputError(`${name} has no sheet with cells: ${remedy}`)
  if (!sheet) throw new InputError(`${name} has no sheet '${wanted}'. It has: ${listNames(sheets)}`)
  return { rows: readCells(archive, book, sheet.path), separator: ',', sheets }
}
