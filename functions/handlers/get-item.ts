import { renderItem } from '../contract/item'
import { handleRead } from '../http/handle'
import { getLiveItem } from '../operations/items/find-items'
import { routes } from '../routes/items'

export const handler = handleRead(routes['get-item'], async ({ context, params }) => {
  const item = await getLiveItem(context, params.id)
  return { body: renderItem(item), revision: item.rev }
})
