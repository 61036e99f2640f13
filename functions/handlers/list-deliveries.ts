import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listDeliveries } from '../operations/webhooks/list-deliveries'
import { routes } from '../routes/webhooks'

export const handler = handleRead(routes['list-deliveries'], async ({ context, params, query }) => ({
  body: renderPage(await listDeliveries(context, params.id, query)),
}))
