import { Group } from '@mantine/core'
import type { Snapshot } from '../../../client'
import { formatTime } from '../parts/format'
import { StatusBadge } from '../parts/status-badge'
import type { State } from '../parts/tokens'
import { texts } from './texts'

const states: Record<Snapshot['type'], State> = { manual: 'open', automatic: 'over', pre_restore: 'over' }

/** Who has taken it: the service does so daily, and before each restore. Beside it, a state that is not the usual. */
export function Marks({ of: { type, status } }: { of: Snapshot }) {
  return (
    <Group gap={6}>
      <StatusBadge state={states[type]}>{texts.types[type]}</StatusBadge>
      {status !== 'ready' && (
        <StatusBadge state={status === 'failed' ? 'failed' : 'low'}>{texts.statuses[status]}</StatusBadge>
      )}
    </Group>
  )
}

export function nameSnapshot({ name, created_at }: Pick<Snapshot, 'name' | 'created_at'>): string {
  return name ?? texts.unnamed(formatTime(created_at))
}
