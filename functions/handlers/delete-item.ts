import { handleChange } from '../http/handle'
import { deleteItem } from '../operations/items/item-changes'
import { routes } from '../routes/items'

export const handler = handleChange(routes['delete-item'], async ({ context, params, ifMatch }) => {
  const { changeset } = await deleteItem(context, params.id, ifMatch)
  return { changeset, result: { body: undefined } }
})
