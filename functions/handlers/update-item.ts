import { updateItem } from '../domain/item'
import { requireRevision } from '../domain/revision'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { type ChangedItem, changeItem } from '../store/items/item-changes'
import { getLiveItem } from '../store/items/items'

const discouraged = '299 - "Use POST /transactions to change quantity"'

export const handler = handleChange(
  routes['update-item'],
  ({ table, caller, params, body, ifMatch, keep }) =>
    changeItem(
      table,
      caller,
      getLiveItem,
      params.id,
      (current, at) => {
        requireRevision('item', current, ifMatch)
        return updateItem(current, body, at)
      },
      keep,
    ),
  ({ item, change }: ChangedItem) => ({
    body: item,
    revision: item.rev,
    ...(change?.movement ? { warning: discouraged } : {}),
  }),
)
