import { Refusal } from '../../domain/errors'
import { type Item, isInTrash, isPurged } from '../../domain/items/item'
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
