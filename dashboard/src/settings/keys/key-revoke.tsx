import { Text } from '@mantine/core'
import type { ApiKey } from '../../../../client'
import { useChange } from '../../api/change'
import { api } from '../../api/client'
import { Confirm } from '../../parts/confirm'
import { formatTime } from '../../parts/format'
import { nameKey } from './key-name'
import { texts } from './texts'

type Props = { opened: boolean; of: ApiKey; onClose: () => void }

export function RevokeKey({ opened, of: key, onClose }: Props) {
  const name = nameKey(key)
  const change = useChange((id: string, options) => api.revokeKey(id, options), {
    name: `revoke ${key.id}`,
    stale: [['keys']],
    describe: () => texts.keyRevoked(name),
    onDone: onClose,
  })
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askRevoke(name)}
      action={texts.revoke}
      onConfirm={() => change.mutate(key.id)}
      change={change}
    >
      <Text>{texts.revokeHint}</Text>
      <Text>{texts.lastUsedAt(key.last_used_at === null ? texts.never : formatTime(key.last_used_at))}</Text>
    </Confirm>
  )
}
