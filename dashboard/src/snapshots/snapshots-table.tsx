import { Group, Stack, Text } from '@mantine/core'
import type { Snapshot } from '../../../client'
import { breakAt, DataTable, inOneLine } from '../parts/data-table'
import { formatDate, formatNumber, formatTime, formatValue } from '../parts/format'
import { ObjectLink } from '../parts/object-link'
import { Marks } from './marks'
import { nameSnapshot } from './snapshot-name'
import { texts } from './texts'

/** Newest first. */
export function SnapshotsTable({ snapshots }: { snapshots: Snapshot[] }) {
  return (
    <DataTable
      minWidth={760}
      highlightOnHover
      rows={snapshots}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.name, cell: (snapshot) => <SnapshotLink of={snapshot} />, ...breakAt(320) },
        { title: texts.type, cell: (snapshot) => <Marks of={snapshot} /> },
        { title: texts.items, cell: ({ item_count }) => formatValue(item_count), ta: 'right' },
        { title: texts.units, cell: ({ total_quantity }) => formatValue(total_quantity), ta: 'right' },
        { title: texts.created, cell: ({ created_at }) => formatTime(created_at), ...inOneLine },
        { title: texts.expires, cell: ({ expires_at }) => formatDate(expires_at), ...inOneLine },
      ]}
      card={(snapshot) => <SnapshotCard of={snapshot} />}
    />
  )
}

function SnapshotCard({ of: snapshot }: { of: Snapshot }) {
  const { item_count, total_quantity, created_at, expires_at } = snapshot
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm">
        <SnapshotLink of={snapshot} />
        <Marks of={snapshot} />
      </Group>
      {item_count !== null && (
        <Text size="sm">{texts.facts(formatNumber(item_count), formatNumber(total_quantity ?? 0))}</Text>
      )}
      <Text size="sm">{texts.takenAndKept(formatTime(created_at), formatDate(expires_at))}</Text>
    </Stack>
  )
}

function SnapshotLink({ of: snapshot }: { of: Snapshot }) {
  return (
    <ObjectLink id={snapshot.id} size="sm">
      {nameSnapshot(snapshot)}
    </ObjectLink>
  )
}
