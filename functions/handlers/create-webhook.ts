import { handleSecret } from '../http/handle'
import { createWebhook } from '../operations/webhooks/webhook-changes'
import { routes } from '../routes/webhooks'
import { vault } from '../runtime/stack-vault'
import { reach } from '../runtime/webhooks/webhook-host'

export const handler = handleSecret(routes['create-webhook'], vault, async ({ context, body }) => {
  const { changeset, result: webhook } = await createWebhook(context, reach, body)
  return { changeset, result: { body: webhook } }
})
