import { handleRead } from '../http/handle'
import { getWebhook } from '../operations/webhooks/read-webhooks'
import { routes } from '../routes/webhooks'

export const handler = handleRead(routes['get-webhook'], async ({ context, params }) => ({
  body: await getWebhook(context, params.id),
}))
