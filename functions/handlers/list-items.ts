import { renderItem } from '../contract/item'
import { renderPage } from '../contract/page'
import { mapPage } from '../domain/list'
import { handleRead } from '../http/handle'
import { listItems } from '../operations/items/list-items'
import { routes } from '../routes/items'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['list-items'], async ({ context, query }) => ({
  body: renderPage(mapPage(await listItems({ ...context, workers }, query), renderItem)),
}))
