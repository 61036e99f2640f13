import { Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../client'
import { account } from '../api/queries'
import { Card, Cards } from '../parts/cards'
import { formatTime } from '../parts/format'
import { useIsPhone } from '../parts/phone'
import { WideTable } from '../parts/wide-table'
import { Changes, nameActor, Subject } from './entry'
import { texts } from './texts'

/** Entries of the log; on a phone as cards. */
export function LogTable({ entries }: { entries: AuditEntry[] }) {
  const me = useQuery(account).data?.person.id
  const rows = entries.map((entry) => ({ entry, who: nameActor(entry, me) }))
  if (useIsPhone())
    return (
      <Cards>
        {rows.map((row) => (
          <EntryCard key={row.entry.id} {...row} />
        ))}
      </Cards>
    )
  return (
    <WideTable minWidth={820} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.time}</Table.Th>
          <Table.Th>{texts.who}</Table.Th>
          <Table.Th>{texts.action}</Table.Th>
          <Table.Th>{texts.what}</Table.Th>
          <Table.Th>{texts.changes}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
        {rows.map((row) => (
          <Row key={row.entry.id} {...row} />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

type RowProps = { entry: AuditEntry; who: string }

function Row({ entry, who }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatTime(entry.created_at)}</Table.Td>
      <Table.Td maw={160} miw={90}>
        {who}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{texts.actions[entry.action]}</Table.Td>
      <Table.Td maw={220} miw={120}>
        <Subject of={entry} />
      </Table.Td>
      <Table.Td maw={420}>
        <Changes of={entry} />
      </Table.Td>
    </Table.Tr>
  )
}

function EntryCard({ entry, who }: RowProps) {
  return (
    <Card>
      <Stack gap={4}>
        <Group justify="space-between" gap="sm" align="start">
          <Subject of={entry} />
          <Text size="sm" fw={600}>
            {texts.actions[entry.action]}
          </Text>
        </Group>
        <Changes of={entry} />
        <Text size="sm">
          {formatTime(entry.created_at)} · {who}
        </Text>
      </Stack>
    </Card>
  )
}
