import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../client'
import { account } from '../api/queries'
import { nameActor } from '../items/who'
import { breakAt, DataTable, inOneLine } from '../parts/data-table'
import { formatTime } from '../parts/format'
import { Changes, Subject } from './entry'
import { texts } from './texts'

/** Entries of the log. */
export function LogTable({ entries }: { entries: AuditEntry[] }) {
  const me = useQuery(account).data?.person.id
  return (
    <DataTable
      minWidth={820}
      verticalSpacing="xs"
      styles={{ tbody: { verticalAlign: 'top' } }}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.time, cell: ({ created_at }) => formatTime(created_at), ...inOneLine },
        { title: texts.who, cell: (entry) => nameActor(entry.actor, me), miw: 90, ...breakAt(160) },
        { title: texts.action, cell: ({ action }) => texts.actions[action], ...inOneLine },
        { title: texts.what, cell: (entry) => <Subject of={entry} />, miw: 120, ...breakAt(220) },
        { title: texts.changes, cell: (entry) => <Changes of={entry} />, ...breakAt(420) },
      ]}
      card={(entry) => <EntryCard entry={entry} who={nameActor(entry.actor, me)} />}
    />
  )
}

function EntryCard({ entry, who }: { entry: AuditEntry; who: string }) {
  return (
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
  )
}
