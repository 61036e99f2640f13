import { Group, type GroupProps, Text } from '@mantine/core'
import { formatNumber } from './format'

/** Numbers, each above what it counts. */
export function Figures({ of, ...group }: GroupProps & { of: { word: string; rows: number }[]; role?: 'status' }) {
  return (
    <Group gap="lg" {...group}>
      {of.map(({ word, rows }) => (
        <div key={word}>
          <Text fw={700} fz="xl">
            {formatNumber(rows)}
          </Text>
          <Text size="sm">{word}</Text>
        </div>
      ))}
    </Group>
  )
}
