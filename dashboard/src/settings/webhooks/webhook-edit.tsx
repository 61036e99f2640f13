import type { Webhook } from '../../../../client'
import { api } from '../../api/client'
import { useSentDraft } from '../../api/sent-draft'
import { Form, FormDrawer } from '../../parts/form-drawer'
import { say } from '../../parts/said'
import { texts } from './texts'
import { WebhookFields, type WebhookValues } from './webhook-fields'

type Props = { opened: boolean; of: Webhook; onClose: () => void }

export function EditWebhook({ opened, onClose, ...others }: Props) {
  return (
    <FormDrawer opened={opened} onClose={onClose} title={texts.editWebhook}>
      <EditForm onClose={onClose} {...others} />
    </FormDrawer>
  )
}

function EditForm({ of: webhook, onClose }: Omit<Props, 'opened'>) {
  const sent = useSentDraft({
    name: `edit ${webhook.id}`,
    initial: { url: webhook.url, events: webhook.events, description: webhook.description ?? '' },
    make: (values: WebhookValues) => makePatch(webhook, values),
    send: (patch, options) => api.updateWebhook(webhook.id, patch, options),
    stale: [['webhooks'], ['webhook', webhook.id]],
    onDone: () => {
      say(texts.saved)
      onClose()
    },
  })
  return (
    <Form sent={sent} action={texts.save} onClose={onClose}>
      <WebhookFields form={sent.form} />
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
