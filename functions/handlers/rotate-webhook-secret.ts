import { handleSecret } from '../http/handle'
import { rotateSecret } from '../operations/webhooks/webhook-changes'
import { routes } from '../routes/webhooks'
import { vault } from '../runtime/stack-vault'

export const handler = handleSecret(routes['rotate-webhook-secret'], vault, async ({ context, params }) => {
  const { changeset, result: webhook } = await rotateSecret(context, params.id)
  return { changeset, result: { body: webhook } }
})
