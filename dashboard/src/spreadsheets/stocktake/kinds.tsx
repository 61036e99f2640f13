import { Group, Text } from '@mantine/core'
import type { Stocktake } from '../../../../spreadsheets/stocktake/count-rows'
import { countKinds } from '../../../../spreadsheets/stocktake/report'
import { formatNumber } from '../../parts/format'
import { texts } from './texts'

/** How many rows of each kind, in the words of the command. */
export function Kinds({ stocktake, kind }: { stocktake: Stocktake; kind: 'dry run' | 'booked' }) {
  const kinds = countKinds(stocktake, kind)
  if (kinds.length === 0) return <Text role="status">{texts.none}</Text>
  return (
    <Group gap="lg" role="status">
      {kinds.map(({ word, rows }) => (
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
