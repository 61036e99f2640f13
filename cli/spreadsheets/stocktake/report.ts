import type { InventoryClient, Transaction } from '../../../client'
import type { Counted, Stocktake } from '../../../spreadsheets/stocktake/count-rows'
import { countKinds, listMovements } from '../../../spreadsheets/stocktake/report'

const shown = 20

/** The rows whose count is another than the quantity. */
export function formatDifferences(rows: Counted[]): string {
  const lines = rows.map(({ line, sku, counted, item }) => {
    const { name, quantity } = item
    return [String(line), sku, shorten(name), String(quantity), String(counted), formatChange(counted - quantity)]
  })
  return formatTable(['line', 'sku', 'name', 'quantity', 'counted', 'difference'], lines)
}

/** The rows that have moved since the sheet was printed, the first of them with their movements since. */
export async function formatMoved(client: InventoryClient, rows: Counted[]): Promise<string> {
  const lines: string[] = []
  for (const [index, { places, sku, expected, counted, item }] of rows.entries()) {
    lines.push(
      `${places.counted}: ${sku} had ${expected ?? 'another quantity'}, has ${item.quantity} now; counted ${counted}`,
    )
    if (index < shown)
      lines.push(...(await listMovements(client, item.id, expected)).map((row) => `  ${describeMovement(row)}`))
  }
  return lines.join('\n')
}

function describeMovement({ created_at, type, quantity_change, quantity_after, reference }: Transaction): string {
  const what = reference === null ? type : `${type} (${reference})`
  return `${created_at}  ${formatChange(quantity_change)} → ${quantity_after}  ${what}`
}

/** How many rows of each kind. */
export function formatCounts(stocktake: Stocktake, kind: 'dry run' | 'booked'): string {
  const counts = countKinds(stocktake, kind)
  if (counts.length === 0) return 'No row was counted.'
  return counts.map(({ word, rows }) => `  ${word.padEnd(12)} ${String(rows).padStart(8)}`).join('\n')
}

/** Columns of numbers stand at the right. */
function formatTable(header: string[], rows: string[][]): string {
  const columns = header.map((name, column) => measureColumn([name, ...rows.map((cells) => cells[column] ?? '')]))
  const pad = (cell: string, column: number) => {
    const { width, isNumber } = columns[column] ?? { width: 0, isNumber: false }
    const padding = ' '.repeat(Math.max(0, width - [...cell].length))
    return isNumber ? padding + cell : cell + padding
  }
  return [header, ...rows].map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n')
}

/** The first cell is the name of the column. */
function measureColumn(cells: string[]): { width: number; isNumber: boolean } {
  const width = cells.reduce((most, cell) => Math.max(most, [...cell].length), 0)
  return { width, isNumber: cells.slice(1).every((cell) => /^[+-]?\d+$/.test(cell)) }
}

function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name
}

function formatChange(change: number): string {
  return change > 0 ? `+${change}` : String(change)
}
