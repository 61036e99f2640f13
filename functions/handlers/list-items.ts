import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listItems } from '../operations/items/list-items'
import { routes } from '../routes/items'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['list-items'], async ({ context, query }) => ({
  body: renderPage(await listItems({ ...context, workers }, query)),
}))
