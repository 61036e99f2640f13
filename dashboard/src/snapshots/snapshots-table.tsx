import { Group, Stack, Table, Text } from '@mantine/core'
import type { Snapshot } from '../../../client'
import { Card, Cards } from '../parts/cards'
import { formatDate, formatNumber, formatTime, formatValue } from '../parts/format'
import { PageLink } from '../parts/link'
import { useIsPhone } from '../parts/phone'
import { WideTable } from '../parts/wide-table'
import { Marks } from './marks'
import { nameSnapshot } from './snapshot-name'
import { texts } from './texts'

/** Newest first; on a phone as cards. */
export function SnapshotsTable({ snapshots }: { snapshots: Snapshot[] }) {
  if (useIsPhone())
    return (
      <Cards>
        {snapshots.map((snapshot) => (
          <SnapshotCard key={snapshot.id} of={snapshot} />
        ))}
      </Cards>
    )
  return (
    <WideTable minWidth={760} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.type}</Table.Th>
          <Table.Th ta="right">{texts.items}</Table.Th>
          <Table.Th ta="right">{texts.units}</Table.Th>
          <Table.Th>{texts.created}</Table.Th>
          <Table.Th>{texts.expires}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {snapshots.map((snapshot) => (
          <Row key={snapshot.id} of={snapshot} />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Row({ of: snapshot }: { of: Snapshot }) {
  const { item_count, total_quantity, created_at, expires_at } = snapshot
  return (
    <Table.Tr>
      <Table.Td maw={320} style={{ overflowWrap: 'anywhere' }}>
        <SnapshotLink of={snapshot} />
      </Table.Td>
      <Table.Td>
        <Marks of={snapshot} />
      </Table.Td>
      <Table.Td ta="right">{formatValue(item_count)}</Table.Td>
      <Table.Td ta="right">{formatValue(total_quantity)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatTime(created_at)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(expires_at)}</Table.Td>
    </Table.Tr>
  )
}

function SnapshotCard({ of: snapshot }: { of: Snapshot }) {
  const { item_count, total_quantity, created_at, expires_at } = snapshot
  return (
    <Card>
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
    </Card>
  )
}

function SnapshotLink({ of: snapshot }: { of: Snapshot }) {
  return (
    <PageLink to="/snapshots/$id" params={{ id: snapshot.id }} size="sm">
      {nameSnapshot(snapshot)}
    </PageLink>
  )
}
