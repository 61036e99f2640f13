import type { Item } from '../domain/item'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { addItem } from '../store/items/item-changes'

export const handler = handleChange(
  routes['create-item'],
  ({ table, caller, body, keep }) => addItem(table, caller, body, keep),
  (item: Item) => ({ body: item, revision: item.rev }),
)
