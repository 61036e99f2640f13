import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { InputError } from '../input-error'
import type { SheetRow } from './sheet'

const zip = [0x50, 0x4b, 0x03, 0x04]
const oldWorkbook = [0xd0, 0xcf, 0x11, 0xe0]
const remedy = 'open it in a spreadsheet program, save the sheet as "CSV UTF-8", and give that file'

/** What a file unpacks to at most, in bytes: a small one may unpack to more than there is memory. */
const maxSize = 512 * 1024 * 1024

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
export async function readWorkbook(name: string, bytes: Uint8Array, wanted: string | null): Promise<Workbook> {
  const found = await readSheets(repack(name, bytes), name)
  const sheet = wanted === null ? found[0] : found.find((each) => each.sheet === wanted)
  const sheets = found.map((each) => each.sheet)
  if (!sheet) throw new InputError(`${name} has no sheet '${wanted}'. It has: ${sheets.join(', ')}`)
  const rows = sheet.data.map((cells, index) => ({ line: index + 1, row: index + 1, cells: cells.map(writeValue) }))
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')), separator: ',', sheets }
}

/** The reader unpacks large files in workers of its own, which a page may not have. Here is nothing to unpack. */
function repack(name: string, bytes: Uint8Array): ArrayBuffer {
  const files = unpack(name, bytes)
  if (!('xl/workbook.xml' in files)) throw new InputError(`${name} is a workbook (.ods), and no CSV file: ${remedy}`)
  for (const [path, content] of Object.entries(files))
    if (path.startsWith('xl/worksheets/')) files[path] = keepErrors(content)
  const packed = zipSync(files, { level: 0 })
  const copy = new ArrayBuffer(packed.byteLength)
  new Uint8Array(copy).set(packed)
  return copy
}

/** The reader leaves out a cell such as `#N/A`. As a text it is refused where a number is wanted. */
function keepErrors(content: Uint8Array): Uint8Array {
  return strToU8(strFromU8(content).replace(/(<c\b[^>]*\bt=)"e"/g, '$1"str"'))
}

function unpack(name: string, bytes: Uint8Array): Record<string, Uint8Array> {
  let size = 0
  const filter = (file: { name: string; originalSize: number }) => {
    if (!/\.(xml|rels)$/.test(file.name)) return false
    size += file.originalSize
    if (size > maxSize) throw new InputError(`${name} is too large: split it into several files`)
    return true
  }
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`${name} is a workbook that is damaged: ${remedy}`)
  }
}

/** Numbers come as the file has them: a number of JavaScript would lose digits of a long one. */
async function readSheets(file: ArrayBuffer, name: string): Promise<{ sheet: string; data: unknown[][] }[]> {
  try {
    return await readXlsxFile<string>(file, { parseNumber: writeNumber, trim: false })
  } catch (error) {
    throw new InputError(`${name} cannot be read (${error instanceof Error ? error.message : error}): ${remedy}`)
  }
}

/** Digits alone, where no digit is lost: a spreadsheet keeps 15. Else as the file has it, such as `1.2E+20`. */
function writeNumber(text: string): string {
  const number = Number(text)
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? String(number) : tidy(text, number)
}

/** A fraction has noise behind its 15th digit: 0.1 is stored as 0.10000000000000001. */
function tidy(text: string, number: number): string {
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? String(Number(number.toPrecision(15))) : text
}

/** A time is written as the API writes it, a day without its time of day. */
function writeValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '')
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
}
