import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Delivery, Webhook } from '../../../../client'
import { useChange } from '../../api/change'
import { api } from '../../api/client'
import { useQuestion } from '../../api/question'
import { Secret } from '../../parts/secret'
import { texts } from './texts'
import { DeleteWebhook, RotateSecret } from './webhook-forms'

type Props = {
  of: Webhook
  /** Null when it is tried again. */
  onProblem: (problem: Error | null) => void
  onSent: (delivery: Delivery) => void
}

/** All that can be done with a webhook. */
export function WebhookActions(props: Props) {
  const { of: webhook, onSent: _, ...told } = props
  const { opened, show, close } = useQuestion('open')
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <Test {...props} />
      <Button variant="default" onClick={() => show('edit')}>
        {texts.edit}
      </Button>
      <Switch of={webhook} {...told} />
      <Button variant="default" onClick={() => show('rotate')}>
        {texts.rotate}
      </Button>
      <Button variant="default" onClick={() => show('remove')}>
        {texts.deleteWebhook}
      </Button>
      <RotateSecret opened={opened === 'rotate'} of={webhook} onClose={close} onMade={setSecret} />
      <DeleteWebhook opened={opened === 'remove'} of={webhook} onClose={close} />
      <Secret secret={secret} onClose={() => setSecret(null)} title={texts.rotated}>
        <Text>{texts.rotateHint}</Text>
      </Secret>
    </>
  )
}

function Test({ of: { id, status }, onProblem, onSent }: Props) {
  const change = useChange((webhook: string, options) => api.testWebhook(webhook, options), {
    name: `test ${id}`,
    stale: [['deliveries', id]],
    describe: () => texts.testSent,
    onDone: onSent,
  })
  const send = () => {
    onProblem(null)
    change.mutate(id, { onError: onProblem })
  }
  return (
    <Button onClick={send} loading={change.isPending} disabled={status !== 'active'}>
      {texts.test}
    </Button>
  )
}

/** Disables a webhook, or makes it active again. */
function Switch({ of: { id, status }, onProblem }: Omit<Props, 'onSent'>) {
  const isActive = status === 'active'
  const change = useChange((next: Webhook['status'], options) => api.updateWebhook(id, { status: next }, options), {
    name: `switch ${id}`,
    stale: [['webhooks'], ['webhook', id]],
    describe: (after) => (after.status === 'active' ? texts.enabled : texts.disabled),
  })
  const send = () => {
    onProblem(null)
    change.mutate(isActive ? 'disabled' : 'active', { onError: onProblem })
  }
  return (
    <Button variant="default" onClick={send} loading={change.isPending}>
      {isActive ? texts.disable : texts.enable}
    </Button>
  )
}
