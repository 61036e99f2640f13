import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Snapshot } from '../../../client'
import { useChange } from '../api/change'
import { api } from '../api/client'
import { Confirm } from '../parts/confirm'
import { ofSnapshots } from './queries'
import { nameSnapshot } from './snapshot-name'
import { texts } from './texts'

type Props = { opened: boolean; of: Snapshot; onClose: () => void }

export function DeleteSnapshot({ opened, of: snapshot, onClose }: Props) {
  const navigate = useNavigate()
  const change = useChange((id: string, options) => api.deleteSnapshot(id, options), {
    name: `delete ${snapshot.id}`,
    stale: ofSnapshots,
    onDone: () => void navigate({ to: '/snapshots', replace: true }),
  })
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askDelete}
      action={texts.deleteIt}
      onConfirm={() => change.mutate(snapshot.id)}
      change={change}
    >
      <Text>{nameSnapshot(snapshot)}</Text>
      <Text>{texts.deleteHint}</Text>
    </Confirm>
  )
}
