import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listWebhooks } from '../operations/webhooks/read-webhooks'
import { routes } from '../routes/webhooks'

export const handler = handleRead(routes['list-webhooks'], async ({ context, query }) => ({
  body: renderPage(await listWebhooks(context, query)),
}))
