import { readFileSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { type FileKind, formatCsv, mark, type Value } from '../../spreadsheets/file/table'
import { formatWorkbook } from '../../spreadsheets/file/workbook'
import { InputError } from '../../spreadsheets/input-error'
import type { Columns } from '../../spreadsheets/sheet/find-header'
import { describeSource, type Mapping, mapColumns, requireColumns } from '../../spreadsheets/sheet/mapping'
import { separators } from '../../spreadsheets/sheet/read-csv'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import type { Sheet } from '../../spreadsheets/sheet/sheet'
import { type Options, parseChoice, text, UsageError } from '../command-line'

export const sheetOptions = {
  map: { ...text, multiple: true },
  separator: text,
  encoding: text,
  sheet: text,
  header: text,
}

/** What `--help` says of these options. */
export const sheetUsage = `  --map FIELD=COL  reads a field from the column with this name. May be repeated. --map FIELD= leaves the field out.
                   Other fields are read from the column of their own name, in small or capital letters.
  --header LINE    the line that names the columns: the first one that names those that are needed, unless given
  --separator C    between cells: found out, unless given: ',' ';' '|' or tab
  --encoding E     UTF-8 and UTF-16 are found out; for others name it, such as windows-1252
  --sheet NAME     of a workbook: the first one with a line that names the columns, unless given`

/** Reads the file, or standard input for `-`. `columns`: what its header names. */
export async function readSheetFile(file: string, options: Options, columns: Omit<Columns, 'map'>): Promise<Sheet> {
  const bytes = readBytes(file)
  const read = (value: Options[string]) => (typeof value === 'string' ? value : null)
  const given = { encoding: read(options.encoding), sheet: read(options.sheet), header: readLine(options) }
  const separator = readSeparator(options)
  return blameOptions(() =>
    readSheet(file, bytes, { ...given, separator, columns: { ...columns, map: readMap(options) } }),
  )
}

function readMap({ map = [] }: Options): string[] {
  return (Array.isArray(map) ? map : [map]).map(String)
}

/** That of `--header`, or null where it is not given. */
function readLine({ header }: Options): number | null {
  if (header === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(String(header))) throw new UsageError('--header must be the number of a line, such as 3')
  return Number(header)
}

/** That of `--separator`, where `tab` is a tab. Null where it is not given. */
export function readSeparator({ separator }: Options): string | null {
  if (separator === undefined) return null
  return separator === 'tab' ? '\t' : parseChoice('separator', separator, separators)
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Finds the columns by `--map` and by their names, and says in which line, if it is not the first one. Throws a
 * `UsageError` where no column has one of `required`.
 */
export function chooseColumns<Field extends string>(
  sheet: Sheet,
  fields: Record<Field, readonly string[]>,
  required: Field[],
  options: Options,
): Promise<Mapping<Field>> {
  return blameOptions(() => {
    const mapping = mapColumns(sheet.header, fields, readMap(options))
    requireColumns(sheet, mapping, required)
    const source = describeSource(sheet)
    if (source !== '') console.error(source)
    return mapping
  })
}

/** What cannot be used was given by the options. */
async function blameOptions<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof InputError ? new UsageError(error.message) : error
  }
}

/** What the name of a file says that it is. */
export function kindOf(file: string): FileKind {
  return extname(file).toLowerCase() === '.xlsx' ? 'xlsx' : 'csv'
}

/** Writes a CSV file, or a workbook where the name of the file says so. */
export async function writeTable(file: string, rows: Value[][], separator: string): Promise<void> {
  if (kindOf(file) === 'csv') return writeFileSync(file, mark + formatCsv(rows, separator))
  const parts: Uint8Array[] = []
  for await (const part of formatWorkbook([rows])) parts.push(part)
  writeFileSync(file, Buffer.concat(parts))
}

const shown = 20

/** Prints the first warnings to stderr, and how many more there are. */
export function warn(warnings: string[]): void {
  for (const text of warnings.slice(0, shown)) console.error(`Warning: ${text}`)
  if (warnings.length > shown) console.error(`Warning: and ${warnings.length - shown} more like these`)
}
