import { RowRefusal } from '../../domain/errors'
import { type Item, isInTrash, isPurged } from '../../domain/items/item'
import { findIdOfSku, findItem } from '../../store/items/item-row'
import { OvertakenError } from '../../store/transact'
import type { Context } from '../context'
import { getItem } from './get-item'

/** How a row of a request names an item: by its id or by its SKU. `row` is its index in the request, from 0. */
export type ItemReference = { row: number; item_id: string | null; sku: string | null }

/** One item for each row, each item read once. Refused for the row whose item does not exist. */
export async function resolveItems(context: Context, references: ItemReference[]): Promise<Item[]> {
  const reads = new Map<string, Promise<Item>>()
  const results = await Promise.allSettled(
    references.map((reference) => {
      const { item_id, sku } = reference
      const name = sku === null ? `id ${item_id}` : `sku ${sku}`
      const read =
        reads.get(name) ?? (sku === null ? resolveId(context, reference) : resolveSku(context, sku, reference.row))
      reads.set(name, read)
      return read
    }),
  )
  // Throws the first refusal in the order of the request, not the first one in time.
  return results.map((read) => {
    if (read.status === 'rejected') throw read.reason
    return read.value
  })
}

async function resolveId({ table, caller }: Context, { row, item_id }: ItemReference): Promise<Item> {
  const item = await findItem(table, caller.companyId, item_id ?? '')
  if (item && !isPurged(item, table.now())) return item
  throw new RowRefusal('item_not_found', row, 'item_id', () => 'There is no such item.')
}

async function resolveSku(context: Context, sku: string, row: number): Promise<Item> {
  const id = await findIdOfSku(context.table, context.caller.companyId, sku)
  if (id === null) throw new RowRefusal('item_not_found', row, 'sku', () => `There is no item with the SKU '${sku}'.`)
  const item = await getItem(context, id)
  if (item.sku !== sku || isInTrash(item)) throw new OvertakenError()
  return item
}
