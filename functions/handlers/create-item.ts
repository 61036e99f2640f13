import { handle } from '../http/handle'
import { routes } from '../routes'
import { addItem } from '../store/item-changes'

export const handler = handle(routes['create-item'], async ({ table, caller, body }) => {
  const item = await addItem(table, caller, body)
  return { body: item, revision: item.rev }
})
