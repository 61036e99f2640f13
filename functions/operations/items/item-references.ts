import { RowRefused } from '../../domain/errors'
import { type Item, isInTrash, isPurged } from '../../domain/items/item'
import { findIdOfSku, findItem } from '../../store/items/item-row'
import { Overtaken } from '../../store/transact'
import type { Context } from '../context'
import { getItem } from './get-item'

/** How a row of a request names an item: by its id, or by its SKU. `row` is its number in the request, from 0. */
export type ItemReference = { row: number; item_id: string | null; sku: string | null }

/** The items that rows name, one for each row, every item read once. Refused for the row where one does not exist. */
export async function itemsNamed(context: Context, references: ItemReference[]): Promise<Item[]> {
  const reads = new Map<string, Promise<Item>>()
  const settled = await Promise.allSettled(
    references.map((reference) => {
      const { item_id, sku } = reference
      const name = sku === null ? `id ${item_id}` : `sku ${sku}`
      const read = reads.get(name) ?? (sku === null ? byId(context, reference) : bySku(context, sku, reference.row))
      reads.set(name, read)
      return read
    }),
  )
  // The first in the request's order, not the first to fail.
  return settled.map((read) => {
    if (read.status === 'rejected') throw read.reason
    return read.value
  })
}

async function byId({ table, caller }: Context, { row, item_id }: ItemReference): Promise<Item> {
  const item = await findItem(table, caller.companyId, item_id ?? '')
  if (item && !isPurged(item, table.now())) return item
  throw new RowRefused('item_not_found', row, 'item_id', () => 'There is no such item.')
}

async function bySku(context: Context, sku: string, row: number): Promise<Item> {
  const id = await findIdOfSku(context.table, context.caller.companyId, sku)
  if (id === null) throw new RowRefused('item_not_found', row, 'sku', () => `There is no item with the SKU '${sku}'.`)
  const item = await getItem(context, id)
  if (item.sku !== sku || isInTrash(item)) throw new Overtaken()
  return item
}
