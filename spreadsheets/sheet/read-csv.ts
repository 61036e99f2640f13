import { cutRow } from './bounds'
import { writeCell } from './cells'
import type { SheetRow } from './sheet'

/** What may stand between cells. */
export const separators = [',', ';', '\t', '|'] as const

/** The separators, by how many columns they make of the first line: the most likely one first. */
export function findSeparators(content: string, start: number): string[] {
  const from = skipEmptyLines(content, start)
  const counts = separators.map((separator) => ({ separator, columns: countCells(content, from, separator) }))
  return counts.sort((a, b) => b.columns - a.columns).map(({ separator }) => separator)
}

function countCells(content: string, from: number, separator: string): number {
  return readRow(content, from, separator).cells.length
}

/** The separator that a first line such as `sep=;` names, and where the rows start. Excel writes and reads it. */
export function readSeparatorLine(content: string): { separator: string | null; start: number } {
  const [line, separator = null] = /^"?sep=([^"\n])"?(?:\n|$)/i.exec(content) ?? ['']
  return { separator, start: line.length }
}

/**
 * The rows of the content from `start` on, whose lines end in `\n`: RFC 4180. Empty lines are left out. What stands
 * above is no row of a spreadsheet.
 */
export function parseRows(content: string, separator: string, start = 0): SheetRow[] {
  const rows: SheetRow[] = []
  let [line, row] = [1 + countBreaks(content, 0, start), 1]
  for (let at = start; at < content.length; ) {
    const from = skipEmptyLines(content, at)
    if (from === content.length) break
    line += from - at
    row += from - at
    const { cells, end } = readRow(content, from, separator)
    rows.push(cutRow({ line, row, cells }))
    line += countBreaks(content, from, end) + 1
    row += 1
    at = end + 1
  }
  return rows
}

function skipEmptyLines(content: string, from: number): number {
  let at = from
  while (content[at] === '\n') at++
  return at
}

function readRow(content: string, from: number, separator: string): { cells: string[]; end: number } {
  let { cell, end } = readCell(content, from, separator)
  const cells = [keepText(cell)]
  while (content[end] === separator) {
    ;({ cell, end } = readCell(content, end + 1, separator))
    cells.push(keepText(cell))
  }
  return { cells, end }
}

/** Programs write `="00012"`, so that a spreadsheet keeps the zeros: a formula whose value is a text. */
function keepText(cell: string): string {
  const [, text] = (cell.startsWith('="') && /^="((?:[^"]|"")*)"$/.exec(cell)) || []
  return text === undefined ? cell : writeCell(text.replaceAll('""', '"'), true)
}

/**
 * A cell that begins with a quotation mark goes on to the next one. Two of them within it stand for one. Some programs
 * put spaces around it.
 */
function readCell(content: string, start: number, separator: string): { cell: string; end: number } {
  let from = start
  while (content[from] === ' ') from++
  if (content[from] !== '"') {
    const end = findEnd(content, from, separator)
    return { cell: content.slice(start, end), end }
  }
  const closing = findClosing(content, from + 1)
  if (closing === -1) throw new Error(`line ${countBreaks(content, 0, from) + 1}: a quotation mark is not closed`)
  const quoted = content.slice(from + 1, closing).replaceAll('""', '"')
  const end = findEnd(content, closing + 1, separator)
  // Where the cell goes on behind its quotation marks, they are part of it.
  const rest = content.slice(closing + 1, end)
  return { cell: rest.trim() === '' ? quoted : `"${quoted}"${rest}`, end }
}

function findEnd(content: string, from: number, separator: string): number {
  let at = from
  while (at < content.length && content[at] !== separator && content[at] !== '\n') at++
  return at
}

function findClosing(content: string, from: number): number {
  let at = content.indexOf('"', from)
  while (at !== -1 && content[at + 1] === '"') at = content.indexOf('"', at + 2)
  return at
}

function countBreaks(content: string, from: number, to: number): number {
  let breaks = 0
  for (let at = content.indexOf('\n', from); at !== -1 && at < to; at = content.indexOf('\n', at + 1)) breaks++
  return breaks
}
