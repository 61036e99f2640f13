import { requireRevision, updateItem } from '../domain/item'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { changeItem } from '../store/item-changes'
import { getLiveItem } from '../store/items'

const discouraged = '299 - "Use POST /transactions to change quantity"'

export const handler = handle(routes['update-item'], async ({ table, caller, params, body, ifMatch }) => {
  const { item, change } = await changeItem(table, caller, getLiveItem, params.id, (current, at) => {
    requireRevision(current, ifMatch)
    return updateItem(current, body, at)
  })
  return { body: item, revision: item.rev, ...(change?.movement ? { warning: discouraged } : {}) }
})
