import { InputError } from '../input-error'
import { Archive } from '../workbook/archive'
import { readBook } from '../workbook/book'
import { readCells } from '../workbook/read-cells'
import { listNames } from './bounds'
import { findSeparator, parseRows } from './read-csv'
import type { Sheet, SheetRow } from './sheet'

export type ReadOptions = {
  /** Found out from the first line, unless given. */
  separator?: string | null
  /** Found out for UTF-8 and UTF-16. */
  encoding?: string | null
  /** The name of the sheet of a workbook. The first one unless given. */
  sheet?: string | null
}

/** Reads a CSV file or a workbook. `name` is what messages call it. Its first line names the columns. */
export async function readSheet(name: string, bytes: Uint8Array, options: ReadOptions = {}): Promise<Sheet> {
  refuseOtherWorkbook(name, bytes)
  const { rows: all, ...found } = isWorkbook(bytes)
    ? readWorkbook(name, bytes, options.sheet ?? null)
    : readText(bytes, options)
  const [header, ...rows] = all
  if (!header) throw new Error(`${name} is empty: its first line must name the columns`)
  return { header: header.cells.map((cell) => cell.trim()), rows, ...found }
}

/** Empty lines are left out. */
function readText(bytes: Uint8Array, { separator: given, encoding }: ReadOptions) {
  const content = unifyBreaks(decodeText(bytes, encoding ?? null))
  const separator = given ?? findSeparator(content)
  return { rows: parseRows(content, separator), separator, sheets: [] }
}

/** Lines end in `\n`, in `\r\n`, or in `\r` alone, as those of old programs do. */
function unifyBreaks(text: string): string {
  const content = text.replaceAll('\r\n', '\n')
  return content.includes('\n') ? content : content.replaceAll('\r', '\n')
}

/** The text of a file: as its mark says, or else `encoding`, or else as it looks. The mark is left out. */
function decodeText(bytes: Uint8Array, encoding: string | null): string {
  const decoder = openDecoder(findMark(bytes) ?? encoding ?? guessEncoding(bytes))
  try {
    return decoder.decode(bytes)
  } catch {
    const line = findBrokenLine(bytes, decoder.encoding)
    const hint = 'save the file as "CSV UTF-8", or name its encoding, such as --encoding windows-1252'
    throw new Error(`line ${line} is not ${decoder.encoding.toUpperCase()}: ${hint}`)
  }
}

function openDecoder(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new InputError(`--encoding ${encoding} is not known`)
  }
}

function findMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}

/** A header in UTF-16 begins with a letter, of whose two bytes one is 0. In UTF-8, no text has such a byte. */
function guessEncoding([first, second]: Uint8Array): string {
  if (first === 0) return 'utf-16be'
  return second === 0 ? 'utf-16le' : 'utf-8'
}

/** The number of the first line that cannot be decoded. */
function findBrokenLine(bytes: Uint8Array, encoding: string): number {
  const decoder = openDecoder(encoding)
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from)
    const to = end === -1 ? bytes.length : end + 1
    try {
      decoder.decode(bytes.subarray(from, to))
    } catch {
      return line
    }
    from = to
  }
  return line
}

const zip = [0x50, 0x4b, 0x03, 0x04]
const oldWorkbook = [0xd0, 0xcf, 0x11, 0xe0]
const remedy = 'open it in a spreadsheet program, save the sheet as "CSV UTF-8", and give that file'

/** Whatever its name says. */
function isWorkbook(bytes: Uint8Array): boolean {
  return begins(bytes, zip)
}

/** Throws an `InputError` for a workbook of Excel before 2007. */
function refuseOtherWorkbook(name: string, bytes: Uint8Array): void {
  if (begins(bytes, oldWorkbook)) throw new InputError(`${name} is a workbook (.xls), and no CSV file: ${remedy}`)
}

function begins(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

type Workbook = { rows: SheetRow[]; separator: string; sheets: string[] }

/** The rows of one sheet. Rows without a value are left out. */
function readWorkbook(name: string, bytes: Uint8Array, wanted: string | null): Workbook {
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
