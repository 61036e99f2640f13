import type { Item } from '../../../client'
import { addOne } from '../parts/numbers'
import type { LineValues } from './order-values'

/** As many fields as a page stays quick with. */
export const linesPage = 20

/** Where the line of an item stands afterwards: a new one, or the one that has it, with one more. */
export function addItem(lines: LineValues[], item: Item): { lines: LineValues[]; index: number } {
  const index = lines.findIndex(({ item_id }) => item_id === item.id)
  if (index === -1) return { lines: [...lines, makeLine(item)], index: lines.length }
  const more = (line: LineValues) => ({ ...line, quantity_ordered: addOne(line.quantity_ordered) })
  return { lines: lines.map((line, at) => (at === index ? more(line) : line)), index }
}

export function makeLine({ id, sku, name }: Pick<Item, 'id' | 'sku' | 'name'>): LineValues {
  return { id: null, item_id: id, sku, name, quantity_ordered: '1', unit_cost: '', notes: '' }
}

/** Where the page begins that has a row. */
export function findPage(index: number): number {
  return Math.max(0, Math.floor(index / linesPage) * linesPage)
}

/** The row that an error of the API names, such as 3 for `line_items[3].unit_cost`. */
export function findRow(field: string | null): number | null {
  const [, row] = /\[(\d+)\]/.exec(field ?? '') ?? []
  return row === undefined ? null : Number(row)
}
