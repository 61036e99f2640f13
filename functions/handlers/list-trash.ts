import { renderTrashedItem } from '../contract/item'
import { renderPage } from '../contract/page'
import { mapPage } from '../domain/list'
import { handleRead } from '../http/handle'
import { listTrash } from '../operations/items/list-items'
import { routes } from '../routes/items'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['list-trash'], async ({ context, query }) => ({
  body: renderPage(mapPage(await listTrash({ ...context, workers }, query), renderTrashedItem)),
}))
