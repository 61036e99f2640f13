import type { Item } from '../../../client'
import { makeInputRefusal } from '../../../functions/contract/input-refusal'
import { Movement } from '../../../functions/contract/transaction'
import { type Mapping, pickCells, toNumber } from '../sheet/mapping'
import type { Sheet } from '../sheet/sheet'

/** The fields of a sheet, each with the columns where it is found. */
export const countColumns = {
  sku: ['sku'],
  counted: ['counted', 'count'],
  expected: ['expected', 'expected_quantity', 'quantity'],
} as const satisfies Record<string, readonly string[]>

export type CountField = keyof typeof countColumns

/** A counted row. `expected` is what the sheet says that the service showed, or null. */
type Count = { line: number; sku: string; counted: number; expected: number | null }
export type CountRow = Count | { line: number; problem: string }

/** Rows that were counted. Each SKU may be counted once: otherwise it is not clear what is meant. */
export function readCounts(sheet: Sheet, mapping: Mapping<CountField>): CountRow[] {
  const lines = new Map<string, number>()
  return sheet.rows.flatMap((row): CountRow[] => {
    const { line } = row
    try {
      const cells = pickCells(row, sheet.header, mapping)
      if (cells.counted === undefined) return []
      const count = { line, ...checkCount(cells) }
      const earlier = lines.get(count.sku)
      if (earlier !== undefined) throw new Error(`The SKU '${count.sku}' is in line ${earlier} too: add the counts up.`)
      lines.set(count.sku, line)
      return [count]
    } catch (error) {
      return [{ line, problem: error instanceof Error ? error.message : String(error) }]
    }
  })
}

function checkCount({ sku, counted, expected }: Partial<Record<CountField, string>>) {
  const number = (cell: string | undefined) => (cell === undefined ? null : toNumber(cell))
  if (sku === undefined) throw new Error('The row has no SKU.')
  const movement = Movement.safeParse({
    type: 'count',
    sku,
    quantity: number(counted),
    expected_quantity: number(expected),
  })
  if (!movement.success) throw new Error(nameColumns(makeInputRefusal(movement.error).message))
  const { quantity, expected_quantity } = movement.data
  return { sku: movement.data.sku ?? sku, counted: quantity, expected: expected_quantity }
}

/** The sheet has other names than the request. */
function nameColumns(message: string): string {
  return message.replace("'quantity'", "'counted'").replace("'expected_quantity'", "'expected'")
}

/** A count, with the item that has its SKU. */
export type Counted = Count & { item: Item }

export type Stocktake = {
  /** To correct: the count is another than the quantity. */
  different: Counted[]
  /** To confirm: the count is what was expected, and what is there. */
  equal: Counted[]
  /** Has moved since the sheet was printed: to be counted again. */
  moved: Counted[]
  /** Another than expected, and already what was counted. */
  done: Counted[]
  refused: { line: number; problem: string }[]
}

export function compareCounts(rows: CountRow[], items: Map<string, Item>): Stocktake {
  const stocktake: Stocktake = { different: [], equal: [], moved: [], done: [], refused: [] }
  for (const row of rows) {
    if ('problem' in row) {
      stocktake.refused.push(row)
      continue
    }
    const item = items.get(row.sku)
    if (item) stocktake[compare(row, item)].push({ ...row, item })
    else stocktake.refused.push({ line: row.line, problem: `There is no item with the SKU '${row.sku}'.` })
  }
  return stocktake
}

function compare({ counted, expected }: Count, { quantity }: Item): 'different' | 'equal' | 'moved' | 'done' {
  const hasMoved = expected !== null && expected !== quantity
  if (counted === quantity) return hasMoved ? 'done' : 'equal'
  return hasMoved ? 'moved' : 'different'
}
