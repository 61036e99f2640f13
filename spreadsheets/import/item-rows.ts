import { makeInputRefusal } from '../../functions/contract/input-refusal'
import { CreateItem } from '../../functions/contract/item'
import { listNames, mapFields, pickFields } from '../../functions/domain/fields'
import { itemFields } from '../../functions/domain/items/item-fields'
import { quoteCell } from '../sheet/cells'
import { type Mapping, pickCells, toNumber } from '../sheet/mapping'
import { CellError, listGaps } from '../sheet/read-field'
import type { Sheet, SheetRow } from '../sheet/sheet'

/** The fields of an item that an import reads, each with the columns where it is found. */
export const itemColumns = mapFields(pickFields(itemFields, 'request', 'set'), 'request', {
  set: (_, name) => [name],
})

export type ItemField = keyof typeof itemColumns
const numbers: ReadonlySet<string> = new Set([
  ...listNames(itemFields, 'kind', 'quantity'),
  ...listNames(itemFields, 'kind', 'quantity?'),
])
/** Fields of columns that are not read, or whose cell is empty, have their default. */
export type NewItem = ReturnType<typeof CreateItem.parse>

/** What is wrong with a row. `field` is null where it is the row as a whole. */
export type Problem = { field: string | null; message: string }
export type ItemRow = { row: SheetRow } & ({ item: NewItem } | { problem: Problem })

/** Checks each row by the rules of the service. Of rows with the same SKU, the first one counts. */
export function readItems(sheet: Sheet, mapping: Mapping<ItemField>): ItemRow[] {
  return sheet.rows.map((row) => {
    try {
      return { row, ...checkItem(pickCells(row, sheet, mapping)) }
    } catch (error) {
      const field = error instanceof CellError ? error.field : null
      const gaps = listGaps(row, mapping, sheet.sheets.length === 0)
      return {
        row: { ...row, gaps },
        problem: { field, message: error instanceof Error ? error.message : String(error) },
      }
    }
  })
}

function checkItem(cells: Partial<Record<ItemField, string>>) {
  const values = Object.entries(cells).map(([field, cell]) => [field, numbers.has(field) ? toNumber(cell) : cell])
  const parsed = CreateItem.safeParse(Object.fromEntries(values))
  if (parsed.success) return { item: parsed.data }
  const { field = null, message } = makeInputRefusal(parsed.error)
  return { problem: { field, message: `${message}${quoteCell(cells[field as ItemField])}` } }
}
