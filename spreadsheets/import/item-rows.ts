import { makeInputRefusal } from '../../functions/contract/input-refusal'
import { CreateItem } from '../../functions/contract/item'
import { quoteCell } from '../sheet/cells'
import { type Mapping, pickCells, toNumber } from '../sheet/mapping'
import type { Sheet, SheetRow } from '../sheet/sheet'

/** The fields of an item that an import reads, each with the columns where it is found. */
export const itemColumns = {
  name: ['name'],
  sku: ['sku'],
  quantity: ['quantity'],
  location: ['location'],
  barcode: ['barcode'],
  reorder_point: ['reorder_point'],
} as const satisfies Record<keyof typeof CreateItem.shape, readonly string[]>

export type ItemField = keyof typeof itemColumns
/** Fields of columns that are not read, or whose cell is empty, have their default. */
export type NewItem = ReturnType<typeof CreateItem.parse>

/** What is wrong with a row. `field` is null where it is the row as a whole. */
export type Problem = { field: string | null; message: string }
export type ItemRow = { row: SheetRow } & ({ item: NewItem } | { problem: Problem })

/** Checks each row by the rules of the service. Of rows with the same SKU, the first one counts. */
export function readItems(sheet: Sheet, mapping: Mapping<ItemField>): ItemRow[] {
  return sheet.rows.map((row) => {
    try {
      return { row, ...checkItem(pickCells(row, sheet.header, mapping)) }
    } catch (error) {
      return { row, problem: { field: null, message: error instanceof Error ? error.message : String(error) } }
    }
  })
}

function checkItem(cells: Partial<Record<ItemField, string>>) {
  const { quantity, reorder_point, ...texts } = cells
  const parsed = CreateItem.safeParse({
    ...texts,
    ...(quantity === undefined ? {} : { quantity: toNumber(quantity) }),
    ...(reorder_point === undefined ? {} : { reorder_point: toNumber(reorder_point) }),
  })
  if (parsed.success) return { item: parsed.data }
  const { field = null, message } = makeInputRefusal(parsed.error)
  return { problem: { field, message: `${message}${quoteCell(cells[field as ItemField])}` } }
}
