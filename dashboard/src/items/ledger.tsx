import { Group, Stack, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { Transaction } from '../../../client'
import { useRights } from '../api/person'
import { breakAt, DataTable, inOneLine } from '../parts/data-table'
import { formatChange, formatNumber, formatTime } from '../parts/format'
import { MovementType, nameReason, ReverseButton } from './movement'
import { texts } from './texts'
import { useNames } from './who'

/** A page of the movements of an item, newest first. */
export function Ledger({ rows, itemId }: { rows: Transaction[]; itemId: string }) {
  const { write } = useRights()
  const { entry } = useSearch({ from: '/items/$id' })
  const nameOf = useNames(itemId, rows)
  return (
    <DataTable
      minWidth={write ? 860 : 760}
      verticalSpacing="xs"
      rows={rows}
      keyOf={({ id }) => id}
      target={entry}
      columns={[
        { title: texts.time, cell: (row) => formatTime(row.created_at), ...inOneLine },
        { title: texts.type, cell: (row) => <MovementType row={row} /> },
        { title: texts.change, cell: (row) => formatChange(row.quantity_change), ta: 'right', ff: 'monospace' },
        { title: texts.balance, cell: (row) => formatNumber(row.quantity_after), ta: 'right', ff: 'monospace' },
        { title: texts.reason, cell: (row) => nameReason(row.reason) },
        { title: texts.reference, cell: (row) => row.reference, ...breakAt(160) },
        { title: texts.note, cell: (row) => row.note, ...breakAt(240) },
        { title: texts.who, cell: nameOf, miw: 90, ...breakAt(180) },
        write && { title: texts.actions, cell: (row) => <ReverseButton row={row} /> },
      ]}
      card={(row) => <MovementCard row={row} who={nameOf(row)} />}
    />
  )
}

function MovementCard({ row, who }: { row: Transaction; who: string }) {
  const { write } = useRights()
  const why = [nameReason(row.reason), row.reference, row.note].filter(Boolean).join(' · ')
  return (
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
  )
}
