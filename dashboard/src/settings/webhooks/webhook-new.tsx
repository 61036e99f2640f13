import { api } from '../../api/client'
import { useSubmission } from '../../api/submission'
import { Form } from '../../parts/form-drawer'
import { texts } from './texts'
import { WebhookFields, type WebhookValues } from './webhook-fields'

type Props = { onClose: () => void; onMade: (secret: string) => void }

const initial: WebhookValues = { url: '', events: ['*'], description: '' }

export function NewWebhook({ onClose, onMade }: Props) {
  const submission = useSubmission({
    name: 'new webhook',
    initial,
    make: ({ url, events, description }) => ({ url, events, description: description.trim() || null }),
    // The secret goes by the result: what a change has answered stays in memory for minutes.
    send: async (webhook, options) => onMade((await api.createWebhook(webhook, options)).secret),
    stale: [['webhooks']],
    onDone: onClose,
  })
  return (
    <Form submission={submission} action={texts.createWebhook} onClose={onClose}>
      <WebhookFields form={submission.form} />
    </Form>
  )
}
