import { shortenName } from '../../functions/contract/input-refusal'
import { readAmount, readWholeNumber } from '../../input/number'
import { InputError } from '../input-error'
import { listNames } from './bounds'
import { readField } from './read-field'
import type { Sheet, SheetRow } from './sheet'

/** The index of the column of each field that is read. */
export type Mapping<Field extends string> = ReadonlyMap<Field, number>

/**
 * Finds the columns. Each of `fields` has the names under which a column is found unless `--map` names another.
 * `refuse` is told of a field whose column nobody can tell, and may throw. Else the field is left out.
 */
export function mapColumns<Field extends string>(
  header: string[],
  fields: Record<Field, readonly string[]>,
  map: readonly string[] = [],
  refuse = (problem: InputError, _field: Field): void => {
    throw problem
  },
): Mapping<Field> {
  const choices = map.map((text) => parseMapping(text, Object.keys(fields)))
  const given = new Map(choices)
  if (given.size < choices.length) throw new InputError('--map names a field twice')
  const mapping = new Map<Field, number>()
  for (const [field, names] of Object.entries(fields) as [Field, readonly string[]][]) {
    const column = given.get(field)
    const index = column === undefined ? findColumn(header, field, names) : column === '' ? -1 : header.indexOf(column)
    if (column && index === -1)
      throw new InputError(`there is no column '${shortenName(column)}'. The file has: ${listNames(header)}`)
    if (index instanceof InputError) refuse(index, field)
    else if (index !== -1) mapping.set(field, index)
  }
  return mapping
}

/** Throws a `InputError` where no column has one of the fields. */
export function requireColumns<Field extends string>(
  { header, source, sheets }: Pick<Sheet, 'header' | 'source' | 'sheets'>,
  mapping: Mapping<Field>,
  fields: Field[],
): void {
  const missing = fields.find((field) => !mapping.has(field))
  if (missing === undefined) return
  const others = sheets.filter((name) => name !== source.sheet)
  const choice = `use --map ${missing}=COLUMN, --header LINE or ${source.sheet === null ? '--separator' : '--sheet NAME'}`
  const more = others.length === 0 ? '' : `. Other sheets: ${listNames(others)}`
  throw new InputError(`no column has the ${missing}: ${choice}. The file has: ${listNames(header)}${more}`)
}

function parseMapping(text: string, fields: string[]): [field: string, column: string] {
  const at = text.indexOf('=')
  const field = text.slice(0, at)
  if (at === -1) throw new InputError(`--map ${text}: write FIELD=COLUMN`)
  if (!fields.includes(field)) throw new InputError(`--map ${text}: the fields are ${fields.join(', ')}`)
  return [field, text.slice(at + 1).trim()]
}

/** The column of the first name, or the only one that has another of them. Else why nobody can tell. */
function findColumn(header: string[], field: string, names: readonly string[]): number | InputError {
  const columns = header.map(simplify)
  const found = columns.flatMap((column, index) => (names.includes(column) ? [index] : []))
  const own = found.filter((index) => columns[index] === names[0])
  const [index = -1, second] = own.length > 0 ? own : found
  if (second === undefined) return index
  if (columns[index] === columns[second])
    return new InputError(`two columns are named ${columns[index]}: rename one of them`)
  const both = [index, second].map((each) => `'${shortenName(header[each] ?? '')}'`).join(' and ')
  const choice = `choose one (--map ${field}=COLUMN), or none (--map ${field}=)`
  return new InputError(`the columns ${both} could both be the ${field}: ${choice}`)
}

/** The names of columns, each in one line: a word that was divided at a line break is one word. */
export function readHeader(cells: string[]): string[] {
  return cells.map((cell) => cell.trim().replace(/-\n(?=\p{Ll})|\s+/gu, (gap) => (gap.startsWith('-') ? '' : ' ')))
}

/** `Unit Cost` becomes `unit_cost`, and `Art.-Nr.` becomes `art_nr`. */
export function simplify(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replace(/[\s./-]+/g, '_')
    .replace(/_$/, '')
}

/** Which row names the columns, where it is not the first one of all, and the sheets that are not read. */
export function describeSource({ source: { sheet, line, first }, sheets }: Pick<Sheet, 'source' | 'sheets'>): string {
  const others = sheets.filter((name) => name !== sheet)
  if (others.length === 0 && line === first[0]?.line) return ''
  const place = `line ${line}${sheet === null ? '' : ` of the sheet '${shortenName(sheet)}'`}`
  return `The columns are named in ${place}.${others.length === 0 ? '' : ` Not read: ${listNames(others)}.`}`
}

/** One line: which field is read from which column, and the columns that are not. */
export function describeMapping(header: string[], mapping: Mapping<string>): string {
  const read = [...mapping].map(([field, index]) => `${field} from '${shortenName(header[index] ?? '')}'`).join(', ')
  const used = new Set(mapping.values())
  const unused = header.filter((_, index) => !used.has(index))
  return `Columns: ${read}${unused.length === 0 ? '' : `; not read: ${listNames(unused)}`}`
}

/** Where a title stands over two columns, nobody knows which of them is meant. */
const counts: ReadonlySet<string> = new Set(['quantity', 'counted'])

/** What stands in the columns, without empty cells. Throws an `Error` where a cell has no column, or cannot be read. */
export function pickCells<Field extends string>(
  row: SheetRow,
  { header, sheets }: Pick<Sheet, 'header' | 'sheets'>,
  mapping: Mapping<Field>,
): Partial<Record<Field, string>> {
  if (row.cells.length > header.length)
    throw new Error(`The row has ${row.cells.length} cells, and the header ${header.length}.`)
  if ([...mapping.values()].every((column) => readHeader([row.cells[column] ?? ''])[0] === header[column]))
    throw new Error('The row names the columns again.')
  for (const [field, column] of mapping) {
    const [cell = '', beside = ''] = row.cells.slice(column, column + 2)
    if (header[column + 1] === '' && counts.has(field) && /^-?\d{1,15}$/.test(beside.trim()))
      throw new Error(`The '${field}' field has '${cell}', and '${beside}' beside it in a column without a name.`)
  }
  const cells = [...mapping].map(([field, column]) => [field, readField(row, column, field, sheets.length === 0)])
  return Object.fromEntries(cells.filter(([, cell]) => cell !== ''))
}

/**
 * A whole number as a number, `12,00` and `1.250,00` as well: they are the same to everybody. Any other text unchanged,
 * for the check that refuses it.
 */
export function toNumber(cell: string): number | string {
  const reading = readWholeNumber(cell)
  if ('value' in reading) return reading.value
  const [one, other] = [readAmount(cell, '.'), readAmount(cell, ',')]
  const number = 'value' in one && 'value' in other && one.value === other.value ? Number(one.value) : null
  return Number.isSafeInteger(number) ? Number(number) : cell
}
