import { requireRevision, trashItem } from '../domain/item'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { changeItem } from '../store/item-changes'
import { getLiveItem } from '../store/items'

export const handler = handle(routes['delete-item'], async ({ table, caller, params, ifMatch }) => {
  await changeItem(table, caller, getLiveItem, params.id, (current, at) => {
    requireRevision(current, ifMatch)
    return trashItem(current, caller.userId, at)
  })
  return { body: undefined }
})
