import { Group, Stack, Text } from '@mantine/core'
import { Card } from '../parts/cards'
import { formatChange, formatNumber, formatTime } from '../parts/format'
import type { LedgerRowProps } from './ledger'
import { MovementType, nameReason, ReverseButton, useShown } from './movement'
import { texts } from './texts'

export function LedgerCard({ row, who, isShown, write }: LedgerRowProps) {
  const place = useShown<HTMLLIElement>(isShown)
  const why = [nameReason(row.reason), row.reference, row.note].filter(Boolean).join(' · ')
  return (
    <Card place={place} isShown={isShown}>
      <Stack gap={4}>
        <Group justify="space-between" align="start" gap="sm" wrap="nowrap">
          <MovementType row={row} />
          <Text ff="monospace" ta="right" style={{ flex: 'none' }}>
            {texts.changeTo(formatChange(row.quantity_change), formatNumber(row.quantity_after))}
          </Text>
        </Group>
        {why !== '' && <Text size="sm">{why}</Text>}
        <Group justify="space-between" gap="sm">
          <Text size="sm">
            {formatTime(row.created_at)} · {who}
          </Text>
          {write && <ReverseButton row={row} />}
        </Group>
      </Stack>
    </Card>
  )
}
