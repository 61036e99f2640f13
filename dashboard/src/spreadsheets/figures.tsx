import { Group, Text } from '@mantine/core'
import { formatNumber } from '../parts/format'

/** How many rows of each kind, in the words of the command. */
export function Figures({ of }: { of: { word: string; rows: number }[] }) {
  return (
    <Group gap="lg" role="status">
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
