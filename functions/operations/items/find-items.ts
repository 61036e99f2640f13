import { Refusal, RowRefusal } from '../../domain/errors'
import { type Item, isInTrash, isPurged } from '../../domain/items/item'
import { WriteConflict } from '../../store/table/tries'
import type { Context } from '../context'

/** Gets an item, live or in trash. Refused with `item_not_found` where it does not exist or was purged. */
export async function getItem({ table, reader }: Context, id: string): Promise<Item> {
  const item = await reader.item(id)
  if (!item || isPurged(item, table.now())) throw makeNotFoundRefusal()
  return item
}

/** Gets a live item. Refused with `item_not_found` where it does not exist, was purged or is in trash. */
export async function getLiveItem(context: Context, id: string): Promise<Item> {
  const item = await getItem(context, id)
  if (isInTrash(item)) throw makeNotFoundRefusal()
  return item
}

function makeNotFoundRefusal(): Refusal {
  return new Refusal('item_not_found', 'There is no such item.')
}

/** How a row of a request names an item: by its id or by its SKU. `row` is its index in the request, from 0. */
export type ItemReference = { row: number; item_id: string | null; sku: string | null }

/** One item for each row, in two batches of reads: SKUs, then items. Refused for the row whose item does not exist. */
export async function resolveItems({ table, reader }: Context, references: ItemReference[]): Promise<Item[]> {
  const skus = new Set(references.flatMap(({ sku }) => sku ?? []))
  const idsOfSkus = skus.size === 0 ? new Map<string, string>() : await reader.idsOfSkus(skus)
  const getId = ({ item_id, sku }: ItemReference) => (sku === null ? item_id : idsOfSkus.get(sku)) ?? ''
  const ids = new Set(references.map(getId).filter((id) => id !== ''))
  const items = await reader.items(ids)
  return references.map((reference) => {
    const { row, sku } = reference
    const id = getId(reference)
    const item = items.get(id)
    if (sku === null) return requireItem(item, table.now(), row)
    if (id === '') throw new RowRefusal('item_not_found', row, 'sku', () => `There is no item with the SKU '${sku}'.`)
    if (item?.sku !== sku || isInTrash(item)) throw new WriteConflict() // it lost the SKU between the two reads
    return item
  })
}

/** The live item that has the SKU, or null. */
export async function findItemOfSku({ reader }: Context, sku: string): Promise<Item | null> {
  const id = (await reader.idsOfSkus([sku])).get(sku)
  if (id === undefined) return null
  const item = await reader.item(id)
  if (item?.sku !== sku || isInTrash(item)) throw new WriteConflict() // it lost the SKU between the two reads
  return item
}

function requireItem(item: Item | undefined, now: number, row: number): Item {
  if (item && !isPurged(item, now)) return item
  throw new RowRefusal('item_not_found', row, 'item_id', () => 'There is no such item.')
}
