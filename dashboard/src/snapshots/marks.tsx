import { Badge, Group } from '@mantine/core'
import type { Snapshot } from '../../../client'
import { texts } from './texts'

const colours: Record<Snapshot['type'], string> = { manual: 'blue', automatic: 'teal', pre_restore: 'grape' }

/** Who has taken it: the service does so daily, and before each restore. Beside it, a state that is not the usual. */
export function Marks({ of: { type, status } }: { of: Snapshot }) {
  return (
    <Group gap={6}>
      <Badge variant="dot" color={colours[type]} miw="max-content">
        {texts.types[type]}
      </Badge>
      {status !== 'ready' && (
        <Badge variant="dot" color={status === 'failed' ? 'red' : 'yellow'} miw="max-content">
          {texts.statuses[status]}
        </Badge>
      )}
    </Group>
  )
}
