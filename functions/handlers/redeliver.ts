import { handleWork } from '../http/handle'
import { redeliver } from '../operations/webhooks/send-event'
import { routes } from '../routes/webhooks'
import { queueDelivery } from '../runtime/queues/queue-delivery'

export const handler = handleWork(routes.redeliver, async ({ context, params: { id, delivery_id } }, render) => {
  const delivery = await redeliver({ ...context, queueDelivery }, id, delivery_id, (body) => render({ body }))
  return { reply: { body: delivery }, committed: true }
})
