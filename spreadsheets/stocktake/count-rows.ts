import type { Item } from '../../client'
import { makeInputRefusal } from '../../functions/contract/input-refusal'
import { Movement } from '../../functions/contract/transaction'
import { itemColumns } from '../import/item-rows'
import { type Identity, identifyRows, type NamedRow, nameSubject } from '../items/identify'
import { push, type Stock } from '../items/stock'
import { describeCell, listLines, quoteCell } from '../sheet/cells'
import { type Mapping, pickCells, toNumber } from '../sheet/mapping'
import { CellError } from '../sheet/read-field'
import type { Sheet, SheetRow } from '../sheet/sheet'

/** The fields of a sheet, each with the columns where it is found. `id` and `name` tell items apart. */
export const countColumns = {
  id: itemColumns.id,
  sku: itemColumns.sku,
  name: itemColumns.name,
  counted: ['counted', 'count', 'gezählt', 'compté', 'contado'],
  expected: ['expected', 'expected_quantity', ...itemColumns.quantity],
} as const satisfies Record<string, readonly string[]>

export type CountField = keyof typeof countColumns

/** A counted row. `expected` is what the sheet says that the service showed, or null. `places`: of its cells. */
type Count = { line: number; sku: string; counted: number; expected: number | null; places: Places }
type Places = { sku: string; counted: string }
/** `place` says which line and cell is at fault. */
export type RefusedRow = { place: string; problem: string }
export type CountRow = Count | RefusedRow

/** What a row says of its item. `count`: null where it was not counted. `placeOf`: as messages call its cells. */
type SheetCount = {
  line: number
  named: NamedRow
  count: Count | RefusedRow | null
  placeOf: (field: CountField | null) => string
}

/** The rows that have a SKU or a count. */
export function readCounts(sheet: Sheet, mapping: Mapping<CountField>): SheetCount[] {
  return sheet.rows.flatMap((row): SheetCount[] => {
    const { line } = row
    const placeOf = (field: string | null) => describeCell(row, [...mapping].find(([name]) => name === field)?.[1])
    try {
      const { id = null, name = null, ...cells } = pickCells(row, sheet, mapping)
      const named = { place: placeOf('sku'), id, sku: cells.sku ?? '', name, barcode: null }
      if (cells.counted === undefined) return cells.sku === undefined ? [] : [{ line, named, count: null, placeOf }]
      const checked = checkCount(cells)
      const places = { sku: placeOf('sku'), counted: placeOf('counted') }
      const count =
        'problem' in checked
          ? { place: placeOf(checked.field), problem: checked.problem }
          : { line, ...checked, places }
      return [{ line, named, count, placeOf }]
    } catch (error) {
      const field = error instanceof CellError ? error.field : null
      if (field !== null && !isCounted(row, mapping)) return []
      const place = placeOf(field)
      const named = { place, id: null, sku: '', name: null, barcode: null }
      const problem = error instanceof Error ? error.message : String(error)
      return [{ line, named, count: { place, problem }, placeOf }]
    }
  })
}

function isCounted({ cells, marks }: SheetRow, mapping: Mapping<CountField>): boolean {
  const column = mapping.get('counted') ?? -1
  return (cells[column] ?? '').trim() !== '' || marks?.[column] !== undefined
}

/** Finds the item of each counted row. Of an item that is in two lines, counted or not, none is booked. */
export function matchSheet(
  rows: SheetCount[],
  stock: Stock,
  rules: { allowsLookalikes: boolean },
): { counted: Counted[]; refused: RefusedRow[] } {
  const named = rows.map((row) => row.named)
  const identities = identifyRows(named, stock, rules)
  const lines = new Map<string, number[]>()
  for (const [index, row] of rows.entries()) push(lines, nameSubject(identities[index], row.named), row.line)
  const matched = rows.flatMap((row, index): (Counted | RefusedRow)[] => {
    if (row.count === null || 'problem' in row.count) return row.count === null ? [] : [row.count]
    const identity = identities[index]
    const all = lines.get(nameSubject(identity, row.named)) ?? []
    if (all.length > 1) return [{ place: row.placeOf('sku'), problem: describeLines(row.named.sku, all) }]
    if (identity && 'item' in identity && identity.item) return [{ ...row.count, item: identity.item, sequence: null }]
    return [describeUnknown(row, identity)]
  })
  return {
    counted: matched.filter((row) => 'item' in row),
    refused: matched.filter((row) => 'problem' in row),
  }
}

function describeUnknown({ named, placeOf }: SheetCount, identity: Identity | undefined): RefusedRow {
  if (!identity || 'item' in identity) return { place: placeOf('sku'), problem: describeMissing(named.sku) }
  return { place: placeOf(identity.field === 'barcode' ? 'sku' : identity.field), problem: identity.problem }
}

const describeLines = (sku: string, lines: number[]) =>
  `The SKU '${sku}' is in the lines ${listLines(lines)}: add the counts up.`

const describeMissing = (sku: string) => `There is no item with the SKU '${sku}'.`

type Checked = Pick<Count, 'sku' | 'counted' | 'expected'> | { field: 'sku' | 'counted' | 'expected'; problem: string }

/** Checks the cells of a counted row by the rules of the service. */
export function checkCount({
  sku,
  counted,
  expected,
}: Partial<Record<'sku' | 'counted' | 'expected', string>>): Checked {
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
  /** Has moved since the sheet was printed, or the count was typed: to be counted again. */
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
    else refused.push({ place: row.places.sku, problem: describeMissing(row.sku) })
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
