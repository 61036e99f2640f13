import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import { createItem, type Item } from '../functions/domain/items/item'
import type { Table } from '../functions/store/client'
import { concurrently } from '../functions/store/concurrently'
import { itemWrites } from '../functions/store/items/item-writes'
import { logRowsOf } from '../functions/store/log/log-writes'
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
    return { at, change: createItem(`itm_${ulid(at)}`, fields, at) }
  })
  const rows = changes.flatMap(({ at, change }) => [
    ...itemWrites(table, company, [change]).map(({ action }) => action.Put?.Item),
    ...logRowsOf({ transaction: ulid(at), at, caller: caller(company) }, { items: [change] }),
  ])
  const batches = Array.from({ length: Math.ceil(rows.length / 25) }, (_, batch) =>
    rows.slice(25 * batch, 25 * (batch + 1)),
  )
  await concurrently(batches, 8, (batch) => {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }))
    return table.db.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }))
  })
  return changes.map(({ change }) => change.after)
}
