import { Button, Code, Group, Table, Text } from '@mantine/core'
import type { ApiKey } from '../../../../client'
import { formatEnd, formatTime } from '../../parts/format'
import { StatusBadge } from '../../parts/status-badge'
import { WideTable } from '../../parts/wide-table'
import type { Open } from '../search'
import { describeKey, nameKey } from './key-name'
import { texts } from './texts'

type Props = { keys: ApiKey[]; onOpen: (open: Open, id: string) => void }

export function KeysTable({ keys, onOpen }: Props) {
  return (
    <WideTable minWidth={840} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.scopes}</Table.Th>
          <Table.Th>{texts.status}</Table.Th>
          <Table.Th>{texts.created}</Table.Th>
          <Table.Th>{texts.lastUsed}</Table.Th>
          <Table.Th>{texts.actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <Row key={key.id} of={key} onOpen={onOpen} />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Row({ of: key, onOpen }: { of: ApiKey; onOpen: Props['onOpen'] }) {
  return (
    <Table.Tr>
      <Table.Td maw={240} style={{ overflowWrap: 'anywhere' }}>
        {key.name !== null && <Text size="sm">{key.name}</Text>}
        <Code style={{ whiteSpace: 'nowrap' }}>
          {key.prefix}…{key.last4}
        </Code>
      </Table.Td>
      <Table.Td>{key.scopes.map((scope) => texts.scopeNames[scope]).join(', ')}</Table.Td>
      <Table.Td>
        <Status of={key} />
      </Table.Td>
      <Table.Td>{formatTime(key.created_at)}</Table.Td>
      <Table.Td>{key.last_used_at === null ? texts.never : formatTime(key.last_used_at)}</Table.Td>
      <Table.Td>{key.revoked_at === null && <Actions of={key} onOpen={onOpen} />}</Table.Td>
    </Table.Tr>
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
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.renameKey(name)}
        onClick={() => onOpen('edit', key.id)}
      >
        {texts.rename}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.revokeKey(name)}
        onClick={() => onOpen('remove', key.id)}
      >
        {texts.revoke}
      </Button>
    </Group>
  )
}
