import { Refused } from '../../domain/errors'
import { type Item, isInTrash, isPurged } from '../../domain/items/item'
import { findItem } from '../../store/items/item-row'
import type { Context } from '../context'

/** The item, live or in trash. Refused with `item_not_found` where there is none, or its time in trash is over. */
export async function getItem({ table, caller }: Context, id: string): Promise<Item> {
  const item = await findItem(table, caller.companyId, id)
  if (!item || isPurged(item, table.now())) throw notFound()
  return item
}

/** The live item: one in trash is as good as none. */
export async function getLiveItem(context: Context, id: string): Promise<Item> {
  const item = await getItem(context, id)
  if (isInTrash(item)) throw notFound()
  return item
}

function notFound(): Refused {
  return new Refused('item_not_found', 'There is no such item.')
}
