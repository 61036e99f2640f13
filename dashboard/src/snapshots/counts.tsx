import { Group, Text } from '@mantine/core'
import type { RestoreCounts } from '../../../client'
import { formatNumber } from '../parts/format'

const names = ['created', 'updated', 'trashed', 'unchanged'] as const

/** How many items a restore brings back, changes, moves to the trash, and leaves. */
export function Counts({ counts, labels }: { counts: RestoreCounts; labels: Record<keyof RestoreCounts, string> }) {
  return (
    <Group gap="lg">
      {names.map((name) => (
        <div key={name}>
          <Text size="sm">{labels[name]}</Text>
          <Text fz={20} fw={700}>
            {formatNumber(counts[name])}
          </Text>
        </div>
      ))}
    </Group>
  )
}

/** True where it would change nothing. */
export function isNothing({ created, updated, trashed }: RestoreCounts): boolean {
  return created + updated + trashed === 0
}
