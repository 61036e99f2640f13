import { Code, Group, Text } from '@mantine/core'
import type { ApiKey } from '../../../../client'
import { breakAt, DataTable } from '../../parts/data-table'
import { formatEnd, formatTime } from '../../parts/format'
import { RowButton } from '../../parts/row-button'
import { StatusBadge } from '../../parts/status-badge'
import type { OpenRow } from '../search'
import { describeKey, nameKey } from './key-name'
import { texts } from './texts'

type Props = { keys: ApiKey[]; onOpen: OpenRow }

export function KeysTable({ keys, onOpen }: Props) {
  return (
    <DataTable
      minWidth={840}
      rows={keys}
      columns={[
        { title: texts.name, cell: (key) => <Name of={key} />, ...breakAt(240) },
        { title: texts.scopes, cell: ({ scopes }) => scopes.map((scope) => texts.scopeNames[scope]).join(', ') },
        { title: texts.status, cell: (key) => <Status of={key} /> },
        { title: texts.created, cell: ({ created_at }) => formatTime(created_at) },
        { title: texts.lastUsed, cell: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : texts.never) },
        { title: texts.actions, cell: (key) => key.revoked_at === null && <Actions of={key} onOpen={onOpen} /> },
      ]}
    />
  )
}

function Name({ of: { name, prefix, last4 } }: { of: ApiKey }) {
  return (
    <>
      {name !== null && <Text size="sm">{name}</Text>}
      <Code style={{ whiteSpace: 'nowrap' }}>
        {prefix}…{last4}
      </Code>
    </>
  )
}

function Status({ of: key }: { of: ApiKey }) {
  const { status, time, works } = describeKey(key)
  return (
    <>
      <StatusBadge color={works ? 'green' : 'gray.5'}>{status}</StatusBadge>
      {time !== null && (
        <Text size="sm">{works ? texts.expiresAt(formatEnd(time)) : texts.since(formatTime(time))}</Text>
      )}
    </>
  )
}

function Actions({ of: key, onOpen }: { of: ApiKey; onOpen: Props['onOpen'] }) {
  const name = nameKey(key)
  return (
    <Group gap={4} wrap="nowrap">
      <RowButton name={texts.renameKey(name)} onClick={() => onOpen('edit', { id: key.id })}>
        {texts.rename}
      </RowButton>
      <RowButton name={texts.revokeKey(name)} onClick={() => onOpen('remove', { id: key.id })}>
        {texts.revoke}
      </RowButton>
    </Group>
  )
}
