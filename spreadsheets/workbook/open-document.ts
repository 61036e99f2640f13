import { shortenName } from '../../functions/contract/input-refusal'
import type { SheetRow } from '../sheet/sheet'
import type { Archive } from './archive'
import { Grid, type Value } from './grid'
import { isCut, makeCodeMark, marks, writeNumber } from './marks'
import { makeFinder, readXml } from './xml'

// An OpenDocument spreadsheet (`.ods`), as LibreOffice saves it: each cell has its value, and what it shows. Source:
// OpenDocument 1.3, part 3, 9.1 and 19.385.

const find = {
  name: makeFinder('name'),
  rows: makeFinder('number-rows-repeated'),
  columns: makeFinder('number-columns-repeated'),
  kind: makeFinder('value-type'),
  ownKind: makeFinder('calcext:value-type'),
  value: makeFinder('value'),
  date: makeFinder('date-value'),
  truth: makeFinder('boolean-value'),
  formula: makeFinder('formula'),
  spaces: makeFinder('c'),
}

/** The sheets of a document, with their rows. */
export function readTables(archive: Archive): { name: string; rows: SheetRow[] }[] {
  const tables: { name: string; grid: Grid }[] = []
  let [row, times, column] = [1, 0, 0]
  let cells: { column: number; value: Value }[] = []
  readTexts(archive.read('content.xml'), {
    startTable: (tag) => {
      tables.push({ name: find.name(tag) ?? '', grid: new Grid() })
      row = 1
    },
    startRow: (tag) => {
      ;[times, column, cells] = [countTimes(find.rows(tag)), 0, []]
    },
    takeCell: (tag, text) => {
      const value = readValue(tag, text)
      const all = countTimes(find.columns(tag))
      const count = value.text === '' && !value.mark ? 0 : Math.min(all, maxTimes)
      for (let at = 0; at < count; at++) cells.push({ column: column + at, value })
      column += all
    },
    endRow: () => {
      const grid = tables.at(-1)?.grid
      for (let at = 0; at < times && cells.length > 0; at++)
        for (const cell of cells) grid?.add({ row: row + at, column: cell.column }, cell.value)
      row += times
    },
  })
  return tables.map(({ name, grid }) => ({ name, rows: grid.finish() }))
}

/** How often a row or cell stands there. */
function countTimes(times: string | null): number {
  return /^\d{1,7}$/.test(times ?? '') ? Number(times) : 1
}

/** Of more cells, one is too far out: the grid refuses it. */
const maxTimes = 1_001

type Handlers = Record<'startTable' | 'startRow' | 'endRow', (tag: string) => void> & {
  takeCell: (tag: string, text: string) => void
}

/** Takes each cell with its text: its paragraphs, a line each, without a comment on it. */
function readTexts(pieces: Iterable<string>, { startTable, startRow, takeCell, endRow }: Handlers): void {
  let [tag, depth, comments] = ['', 0, 0]
  let lines: string[] = []
  let length = 0
  const append = (text: string) => {
    length += text.length
    if (length > maxLength) throw new Error('a cell is too long')
    lines.push((lines.pop() ?? '') + text)
  }
  const startLine = () => {
    depth++
    lines.push('')
  }
  const isText = () => depth > 0 && comments === 0
  readXml(pieces, {
    open: (name, getTag) => {
      if (name === 'table') startTable(getTag())
      else if (name === 'table-row') startRow(getTag())
      else if (cells.has(name)) [tag, lines, length] = [getTag(), [], 0]
      else if (asides.has(name)) comments++
      else if (name === 'p' && comments === 0) startLine()
      else if (isText()) append((spaces.get(name) ?? '').repeat(Math.min(countTimes(find.spaces(getTag())), maxTimes)))
    },
    close: (name) => {
      if (name === 'table-row') endRow(name)
      else if (cells.has(name)) takeCell(tag, name === 'table-cell' ? lines.join('\n') : '')
      else if (asides.has(name)) comments--
      else if (name === 'p' && comments === 0) depth--
    },
    text: (getText) => {
      if (isText()) append(getText())
    },
  })
}

/** A cell that another one covers shows nothing. */
const cells = new Set(['table-cell', 'covered-table-cell'])
/** What is no text of the cell: a comment, what is drawn over it, how a word is read. */
const asides = new Set(['annotation', 'frame', 'custom-shape', 'caption', 'rect', 'ellipse', 'note', 'ruby-text'])
const spaces = new Map(Object.entries({ s: ' ', tab: '\t', 'line-break': '\n' }))
/** Of a cell, in characters: a small file may have very many. */
const maxLength = 1024 * 1024

function readValue(tag: string, text: string): Value {
  const kind = find.kind(tag)
  if (find.ownKind(tag) === 'error') return { text, mark: marks.error }
  const number = find.value(tag)
  if (number !== null) return readNumber(writeNumber(number), text)
  if (kind === 'date') return { text: (find.date(tag) ?? text).replace('T00:00:00', ''), mark: marks.date }
  if (kind === 'time') return { text, mark: marks.date }
  if (kind === 'boolean') return { text: find.truth(tag) === 'true' ? 'TRUE' : 'FALSE', mark: marks.truth }
  return kind === null && find.formula(tag) !== null && text === '' ? { text, mark: marks.formula } : { text }
}

/** As in a workbook of Excel: what is shown, if that is digits, and else the number's own digits. */
function readNumber(number: string, text: string): Value {
  if (isCut(number)) return { text: number, mark: marks.digits }
  if (text.replace(',', '.') === number) return { text: number }
  const isOfDigits = !/[.,'’%\u00a0\u202f\p{Sc}]/u.test(text) && text.replace(/\D|^0+(?=\d)/g, '') === number
  if (isOfDigits) return { text, mark: { number } }
  return { text: number, mark: makeCodeMark(`is a number that is shown as '${shortenName(text)}'`) }
}
