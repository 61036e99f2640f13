import { handleWork } from '../http/handle'
import { testWebhook } from '../operations/webhooks/send-event'
import { routes } from '../routes/webhooks'
import { queueDelivery } from '../runtime/queues/queue-delivery'

export const handler = handleWork(routes['test-webhook'], async ({ context, params }, render) => {
  const delivery = await testWebhook({ ...context, queueDelivery }, params.id, (body) => render({ body }))
  return { reply: { body: delivery }, committed: true }
})
