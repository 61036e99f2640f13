import type { Webhook } from '../../../../client'
import { api } from '../../api/client'
import { useSubmission } from '../../api/submission'
import { Form } from '../../parts/form-drawer'
import { texts } from './texts'
import { WebhookFields, type WebhookValues } from './webhook-fields'

type Props = { of: Webhook; onClose: () => void }

export function EditWebhook({ of: webhook, onClose }: Props) {
  const submission = useSubmission({
    name: `edit ${webhook.id}`,
    initial: { url: webhook.url, events: webhook.events, description: webhook.description ?? '' },
    make: (values: WebhookValues) => makePatch(webhook, values),
    send: (patch, options) => api.updateWebhook(webhook.id, patch, options),
    stale: [['webhooks'], ['webhook', webhook.id]],
    describe: () => texts.saved,
    onDone: onClose,
  })
  return (
    <Form submission={submission} action={texts.save} onClose={onClose}>
      <WebhookFields form={submission.form} />
    </Form>
  )
}

/** Only what is changed, so that what another owner changes meanwhile stays. */
function makePatch(before: Webhook, { url, events, description }: WebhookValues) {
  const text = description.trim() || null
  return {
    ...(url !== before.url && { url }),
    ...(String([...events].sort()) !== String([...before.events].sort()) && { events }),
    ...(text !== before.description && { description: text }),
  }
}
