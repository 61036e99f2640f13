import { Text } from '@mantine/core'
import type { Webhook } from '../../../../client'
import { useChange } from '../../api/change'
import { api } from '../../api/client'
import { Confirm } from '../../parts/confirm'
import { texts } from './texts'

type Props = { opened: boolean; of: Webhook; onClose: () => void; onMade: (secret: string) => void }

export function RotateSecret({ opened, of: { id, url }, onClose, onMade }: Props) {
  const change = useChange<string, void>(
    // The secret goes by the result: what a change has answered stays in memory for minutes.
    async (webhook, options) => onMade((await api.rotateWebhookSecret(webhook, options)).secret),
    { name: `rotate ${id}`, stale: [['webhook', id]], onDone: onClose },
  )
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askRotate}
      action={texts.rotate}
      onConfirm={() => change.mutate(id)}
      change={change}
    >
      <Text>{url}</Text>
      <Text>{texts.rotateHint}</Text>
    </Confirm>
  )
}
