import { ulid } from 'ulid'
import { createItem, type Item } from '../functions/domain/items/item'
import type { Table } from '../functions/store/client'
import { itemWrites } from '../functions/store/items/item-writes'
import { logRowsOf } from '../functions/store/log/log-writes'
import { putRows } from './put-rows'
import { bolt, caller } from './table'

/** Items with their history, `S-0` and so on, or from another number on: as if created one after the other from `since` on. */
export async function stockUp(
  table: Table,
  company: string,
  count: number,
  { since, quantity, from = 0 }: { since: number; quantity: (index: number) => number; from?: number },
): Promise<Item[]> {
  const changes = Array.from({ length: count }, (_, row) => {
    const index = from + row
    const at = since + index
    const fields = { ...bolt, name: `Bolt ${index}`, sku: `S-${index}`, quantity: quantity(index) }
    return { at, change: createItem(`itm_${idOf(at)}`, fields, at) }
  })
  const rows = changes.flatMap(({ at, change }) => [
    ...itemWrites(table, company, [change]).flatMap(({ action }) => action.Put?.Item ?? []),
    ...logRowsOf({ transaction: idOf(at), at, caller: caller(company) }, { items: [change] }),
  ])
  await putRows(table, rows)
  return changes.map(({ change }) => change.after)
}

/** An id of a time. Nobody guesses at it here, and secure random numbers would take longer than all the rest. */
const idOf = (at: number) => ulid(at, Math.random)
