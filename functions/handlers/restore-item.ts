import { restoreItem } from '../domain/item'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { type ChangedItem, changeItem } from '../store/items/item-changes'
import { getItem } from '../store/items/items'

export const handler = handleChange(
  routes['restore-item'],
  ({ table, caller, params, body, keep }) =>
    changeItem(table, caller, getItem, params.id, (current, at) => restoreItem(current, body.sku, at), keep),
  ({ item }: ChangedItem) => ({ body: item, revision: item.rev }),
)
