import { renderItem } from '../contract/item'
import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listItems } from '../operations/items/list-items'
import { routes } from '../routes/items'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['list-items'], async ({ context, query }) => {
  const { rows, ...page } = await listItems({ ...context, workers }, query)
  return { body: renderPage({ ...page, rows: rows.map(renderItem) }) }
})
