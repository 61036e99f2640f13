import { renderItem } from '../contract/item'
import { handleChange } from '../http/handle'
import { createItem } from '../operations/items/item-changes'
import { routes } from '../routes/items'

export const handler = handleChange(routes['create-item'], async ({ context, body }) => {
  const { changeset, result: item } = await createItem(context, body)
  return { changeset, result: { body: renderItem(item), revision: item.rev } }
})
