import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Webhook } from '../../../../client'
import { useChange } from '../../api/change'
import { api } from '../../api/client'
import { Confirm } from '../../parts/confirm'
import { texts } from './texts'

type Props = { opened: boolean; of: Webhook; onClose: () => void }

export function DeleteWebhook({ opened, of: { id, url }, onClose }: Props) {
  const navigate = useNavigate()
  const change = useChange((webhook: string, options) => api.deleteWebhook(webhook, options), {
    name: `delete ${id}`,
    stale: [['webhooks']],
    onDone: () => void navigate({ to: '/settings/webhooks', replace: true }),
  })
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askDelete}
      action={texts.deleteWebhook}
      onConfirm={() => change.mutate(id)}
      change={change}
    >
      <Text>{url}</Text>
      <Text>{texts.deleteHint}</Text>
    </Confirm>
  )
}
