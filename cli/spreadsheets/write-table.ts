import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { type FileKind, formatCsv, mark, type Value } from '../../spreadsheets/file/table'
import { formatWorkbook } from '../../spreadsheets/file/workbook'

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
