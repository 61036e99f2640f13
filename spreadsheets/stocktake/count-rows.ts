import type { Item } from '../../client'
import { makeInputRefusal } from '../../functions/contract/input-refusal'
import { Movement } from '../../functions/contract/transaction'
import { describeCell, quoteCell } from '../sheet/cells'
import { type Mapping, pickCells, toNumber } from '../sheet/mapping'
import { CellError } from '../sheet/read-field'
import type { Sheet, SheetRow } from '../sheet/sheet'

/** The fields of a sheet, each with the columns where it is found. */
export const countColumns = {
  sku: ['sku'],
  counted: ['counted', 'count'],
  expected: ['expected', 'expected_quantity', 'quantity'],
} as const satisfies Record<string, readonly string[]>

export type CountField = keyof typeof countColumns

/** A counted row. `expected` is what the sheet says that the service showed, or null. `places`: of its cells. */
type Count = { line: number; sku: string; counted: number; expected: number | null; places: Places }
type Places = { sku: string; counted: string }
/** `place` says which line and cell is at fault. */
export type RefusedRow = { place: string; problem: string }
export type CountRow = Count | RefusedRow

/** Rows that were counted. If a SKU is in two lines, none of them is booked: their counts must be added up. */
export function readCounts(sheet: Sheet, mapping: Mapping<CountField>): CountRow[] {
  const rows = sheet.rows.flatMap((row): CountRow[] => {
    const { line } = row
    const placeOf = (field: string | null) => describeCell(row, [...mapping].find(([name]) => name === field)?.[1])
    try {
      const cells = pickCells(row, sheet, mapping)
      if (cells.counted === undefined) return []
      const checked = checkCount(cells)
      if ('problem' in checked) return [{ place: placeOf(checked.field), problem: checked.problem }]
      return [{ line, ...checked, places: { sku: placeOf('sku'), counted: placeOf('counted') } }]
    } catch (error) {
      const field = error instanceof CellError ? error.field : null
      if (field !== null && !isCounted(row, mapping)) return []
      return [{ place: placeOf(field), problem: error instanceof Error ? error.message : String(error) }]
    }
  })
  const lines = new Map<string, number[]>()
  for (const row of rows) if ('sku' in row) addLine(lines, row)
  return rows.map((row) => ('sku' in row ? requireOneLine(row, lines.get(row.sku) ?? []) : row))
}

function isCounted({ cells, marks }: SheetRow, mapping: Mapping<CountField>): boolean {
  const column = mapping.get('counted') ?? -1
  return (cells[column] ?? '').trim() !== '' || marks?.[column] !== undefined
}

function addLine(lines: Map<string, number[]>, { sku, line }: Count): void {
  const others = lines.get(sku)
  if (others) others.push(line)
  else lines.set(sku, [line])
}

/** How many lines are named to each of them. */
const maxLines = 10

function requireOneLine(row: Count, lines: number[]): CountRow {
  if (lines.length < 2) return row
  const rest = lines.length > maxLines ? ` and ${lines.length - maxLines} more` : ''
  const named = `${lines.slice(0, maxLines).join(', ')}${rest}`
  return { place: row.places.sku, problem: `The SKU '${row.sku}' is in the lines ${named}: add the counts up.` }
}

type Checked = Pick<Count, 'sku' | 'counted' | 'expected'> | { field: CountField; problem: string }

/** Checks the cells of a counted row by the rules of the service. */
export function checkCount({ sku, counted, expected }: Partial<Record<CountField, string>>): Checked {
  const number = (cell: string | undefined) => (cell === undefined ? null : toNumber(cell))
  if (sku === undefined) return { field: 'sku', problem: 'The row has no SKU.' }
  const movement = Movement.safeParse({
    type: 'count',
    sku,
    quantity: number(counted),
    expected_quantity: number(expected),
  })
  if (!movement.success) {
    const { field, message } = makeInputRefusal(movement.error)
    const column = field === 'expected_quantity' ? 'expected' : field === 'sku' ? 'sku' : 'counted'
    return { field: column, problem: nameColumns(message) + quoteCell({ sku, counted, expected }[column]) }
  }
  const { quantity, expected_quantity } = movement.data
  return { sku: movement.data.sku ?? sku, counted: quantity, expected: expected_quantity }
}

/** The sheet has other names than the request. */
function nameColumns(message: string): string {
  return message.replace("'quantity'", "'counted'").replace("'expected_quantity'", "'expected'")
}

/** A count, with the item that has its SKU. `sequence`: of its newest transaction, or null where that is not read. */
export type Counted = Count & { item: Item; sequence: number | null }

export type Stocktake = {
  /** To correct: the count is another than the quantity. */
  different: Counted[]
  /** To confirm: the count is the quantity. */
  equal: Counted[]
  /** Has moved since the sheet was printed: to be counted again. */
  moved: Counted[]
  /** Booked before, from the same sheet. */
  done: Counted[]
  refused: RefusedRow[]
}

/** `items`: by their SKUs. */
export function matchItems(rows: CountRow[], items: Map<string, Item>): { counted: Counted[]; refused: RefusedRow[] } {
  const counted: Counted[] = []
  const refused: RefusedRow[] = []
  for (const row of rows) {
    const item = 'sku' in row ? items.get(row.sku) : undefined
    if ('problem' in row) refused.push(row)
    else if (item) counted.push({ ...row, item, sequence: null })
    else refused.push({ place: row.places.sku, problem: `There is no item with the SKU '${row.sku}'.` })
  }
  return { counted, refused }
}

/** `booked` has the ids of the items that were counted from this sheet before. */
export function compareCounts(rows: Counted[], refused: RefusedRow[], booked: Set<string>): Stocktake {
  const stocktake: Stocktake = { different: [], equal: [], moved: [], done: [], refused }
  for (const row of rows) stocktake[booked.has(row.item.id) ? 'done' : compare(row)].push(row)
  return stocktake
}

function compare({ counted, expected, item: { quantity } }: Counted): 'different' | 'equal' | 'moved' {
  if (expected !== null && expected !== quantity) return 'moved' // also to what was counted: that was before
  return counted === quantity ? 'equal' : 'different'
}
