import { trashItem } from '../domain/item'
import { requireRevision } from '../domain/revision'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { type ChangedItem, changeItem } from '../store/items/item-changes'
import { getLiveItem } from '../store/items/items'

export const handler = handleChange<(typeof routes)['delete-item'], ChangedItem>(
  routes['delete-item'],
  ({ table, caller, params, ifMatch, keep }) =>
    changeItem(
      table,
      caller,
      getLiveItem,
      params.id,
      (current, at) => {
        requireRevision('item', current, ifMatch)
        return trashItem(current, caller.userId, at)
      },
      keep,
    ),
  () => ({ body: undefined }),
)
