import { handleChange } from '../http/handle'
import { updateWebhook } from '../operations/webhooks/webhook-changes'
import { routes } from '../routes/webhooks'
import { reach } from '../runtime/webhooks/webhook-host'

export const handler = handleChange(routes['update-webhook'], async ({ context, params, body }) => {
  const { changeset, result: webhook } = await updateWebhook(context, reach, params.id, body)
  return { changeset, result: { body: webhook } }
})
