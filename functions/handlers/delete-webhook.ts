import { handleChange } from '../http/handle'
import { deleteWebhook } from '../operations/webhooks/webhook-changes'
import { routes } from '../routes/webhooks'

export const handler = handleChange(routes['delete-webhook'], async ({ context, params }) => {
  const { changeset } = await deleteWebhook(context, params.id)
  return { changeset, result: { body: undefined } }
})
