import { type FileKind, formatCsv, mark, type Value } from '../../../spreadsheets/file/table'
import { formatWorkbook, workbookType } from '../../../spreadsheets/file/workbook'

const fileTypes: Record<FileKind, string> = { csv: 'text/csv;charset=utf-8', xlsx: workbookType }

/** How many rows are written before the page may do something else. */
const step = 2_000

/** Saves rows as a file of the browser's downloads. */
export async function saveTable(name: string, kind: FileKind, rows: Value[][], separator = ','): Promise<void> {
  const parts: BlobPart[] = kind === 'csv' ? [mark] : []
  if (kind === 'csv') for await (const page of cut(rows)) parts.push(formatCsv(page, separator))
  else for await (const part of formatWorkbook(cut(rows))) parts.push(new Uint8Array(part))
  saveParts(`${name}.${kind}`, kind, parts)
}

/** Saves what was written part by part. */
export function saveParts(name: string, kind: FileKind, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: fileTypes[kind] }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

async function* cut(rows: Value[][]): AsyncGenerator<Value[][]> {
  for (let from = 0; from < rows.length; from += step) {
    yield rows.slice(from, from + step)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
