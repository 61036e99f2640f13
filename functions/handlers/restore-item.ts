import { renderItem } from '../contract/item'
import { handleChange } from '../http/handle'
import { restoreItem } from '../operations/items/item-changes'
import { routes } from '../routes/items'

export const handler = handleChange(routes['restore-item'], async ({ context, params, body }) => {
  const { changeset, result } = await restoreItem(context, params.id, body.sku)
  return { changeset, result: { body: renderItem(result.item), revision: result.item.rev } }
})
