import { restoreItem } from '../domain/item'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { changeItem } from '../store/item-changes'
import { getItem } from '../store/items'

export const handler = handle(routes['restore-item'], async ({ table, caller, params, body }) => {
  const { item } = await changeItem(table, caller, getItem, params.id, (current, at) =>
    restoreItem(current, body.sku, at),
  )
  return { body: item, revision: item.rev }
})
