import { handle } from '../http/handle'
import { routes } from '../routes'
import { getLiveItem } from '../store/items/items'

export const handler = handle(routes['get-item'], async ({ table, caller, params }) => {
  const item = await getLiveItem(table, caller.companyId, params.id)
  return { body: item, revision: item.rev }
})
