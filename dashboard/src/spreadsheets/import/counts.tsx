import { Group, Text } from '@mantine/core'
import { countOutcomes, type Outcome } from '../../../../spreadsheets/import/outcomes'
import { formatNumber } from '../../parts/format'

/** How many rows have each outcome, in the words of the command. */
export function Counts({ outcomes, dryRun }: { outcomes: Outcome[]; dryRun: boolean }) {
  return (
    <Group gap="lg" role="status">
      {countOutcomes(outcomes, dryRun).map(({ action, word, rows }) => (
        <div key={action}>
          <Text fw={700} fz="xl">
            {formatNumber(rows)}
          </Text>
          <Text size="sm">{word}</Text>
        </div>
      ))}
    </Group>
  )
}
