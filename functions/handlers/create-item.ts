import { handleChange } from '../http/handle'
import { createItem } from '../operations/items/item-changes'
import { routes } from '../routes/items'

export const handler = handleChange(routes['create-item'], async ({ context, body }) => {
  const { changeset, result: item } = await createItem(context, body)
  return { changeset, result: { body: item, revision: item.rev } }
})
