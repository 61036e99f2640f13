import { InputError } from '../input-error'
import { listNames } from '../sheet/bounds'
import type { Table } from '../sheet/sheet'
import { Archive } from './archive'
import { readBook } from './book'
import { readTables } from './open-document'
import { readCells, readShared } from './read-cells'

const zip = [0x50, 0x4b, 0x03, 0x04]
const oldWorkbook = [0xd0, 0xcf, 0x11, 0xe0]
/** How web pages, PDF, RTF, packed files and pictures begin: some are named `.xls` or `.csv`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: packed files begin so
const noText = /^(?:\xef\xbb\xbf|\xff\xfe)?\s*(?:<[!?\0a-z]|%PDF|\{\\rtf|\x1f\x8b|\x89PNG|\xff\xd8\xff)/i
const remedy = 'open it in a spreadsheet program, save it as an Excel workbook (.xlsx), and give that file'

/** The sheets of a workbook, each read when it is asked for, or that of the name alone. Null: the file is none. */
export function openWorkbook(name: string, bytes: Uint8Array, sheet: string | null): Generator<Table> | null {
  if (begins(bytes, oldWorkbook))
    throw new InputError(`${name} is a workbook (.xls), or one with a password, and cannot be read: ${remedy}`)
  if (noText.test(String.fromCharCode(...bytes.subarray(0, 64))))
    throw new InputError(`${name} is no CSV file and no workbook (.xlsx or .ods): ${remedy}`)
  return begins(bytes, zip) ? readSheets(name, bytes, sheet) : null
}

/** Whatever the name of the file says. */
function begins(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

/** A sheet, and what reads its rows. */
type Part = { name: string; read: () => Table['rows'] }

function* readSheets(name: string, bytes: Uint8Array, wanted: string | null): Generator<Table> {
  const all = tryToRead(name, () => openParts(name, new Archive(bytes)))
  const sheets = all.map((part) => part.name)
  const parts = wanted === null ? all : all.filter((part) => part.name === wanted).slice(0, 1)
  if (all.length === 0) throw new InputError(`${name} has no sheet with cells: ${remedy}`)
  if (parts.length === 0) throw new InputError(`${name} has no sheet '${wanted}'. It has: ${listNames(sheets)}`)
  for (const part of parts) yield { rows: tryToRead(name, part.read), sheet: part.name, separator: ',', sheets }
}

function openParts(name: string, archive: Archive): Part[] {
  if (archive.has('xl/workbook.xml')) {
    const book = readBook(archive)
    const shared = readShared(archive, book)
    return book.sheets.map((sheet) => ({ name: sheet.name, read: () => readCells(archive, sheet.path, shared) }))
  }
  if (!archive.has('content.xml')) throw new InputError(`${name} is no workbook (.xlsx or .ods): ${remedy}`)
  return readTables(archive).map(({ name, rows }) => ({ name, read: () => rows }))
}

function tryToRead<Result>(name: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    // Whatever else is wrong with a file, its bytes are not those of a workbook.
    throw error instanceof InputError ? error : new InputError(`${name} is a workbook that is damaged: ${remedy}`)
  }
}
