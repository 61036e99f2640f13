import { renderItem } from '../contract/item'
import { handleChange } from '../http/handle'
import { updateItem } from '../operations/items/item-changes'
import { routes } from '../routes/items'

const quantityWarning = '299 - "Use POST /transactions to change quantity"'

export const handler = handleChange(routes['update-item'], async ({ context, params, body, ifMatch }) => {
  const { changeset, result } = await updateItem(context, params.id, body, ifMatch)
  const { item, change } = result
  const warning = change?.movement ? { warning: quantityWarning } : {}
  return { changeset, result: { body: renderItem(item), revision: item.rev, ...warning } }
})
