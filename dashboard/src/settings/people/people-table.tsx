import { Button, Group, Table, Text } from '@mantine/core'
import type { Person } from '../../../../client'
import { formatTime } from '../../parts/format'
import { StatusBadge } from '../../parts/status-badge'
import { WideTable } from '../../parts/wide-table'
import type { Open } from '../search'
import { texts } from './texts'

type Props = { people: Person[]; you: string | null; onOpen: (open: Open, id: string) => void }

export function PeopleTable({ people, you, onOpen }: Props) {
  return (
    <WideTable minWidth={720} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.role}</Table.Th>
          <Table.Th>{texts.status}</Table.Th>
          <Table.Th>{texts.lastUsed}</Table.Th>
          <Table.Th>{texts.actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((person) => (
          <Table.Tr key={person.id}>
            <Table.Td maw={300} style={{ overflowWrap: 'anywhere' }}>
              <Text size="sm">
                {person.name} {person.id === you && <b>({texts.you})</b>}
              </Text>
              <Text size="sm">{person.email}</Text>
            </Table.Td>
            <Table.Td>{texts.roles[person.role]}</Table.Td>
            <Table.Td>
              <Status of={person} />
            </Table.Td>
            <Table.Td>{person.last_used_at === null ? texts.never : formatTime(person.last_used_at)}</Table.Td>
            <Table.Td>
              <Actions of={person} onOpen={onOpen} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Status({ of: { status, invited_until } }: { of: Person }) {
  if (status === 'active' || invited_until === null)
    return <StatusBadge color="green">{texts.personActive}</StatusBadge>
  const isOpen = Date.parse(invited_until) > Date.now()
  return (
    <>
      <StatusBadge color={isOpen ? 'blue' : 'gray.5'}>{isOpen ? texts.invited : texts.invitationOver}</StatusBadge>
      {isOpen && <Text size="sm">{texts.invitedUntil(formatTime(invited_until))}</Text>}
    </>
  )
}

function Actions({ of: { id, name }, onOpen }: { of: Person; onOpen: Props['onOpen'] }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.changePerson(name)}
        onClick={() => onOpen('edit', id)}
      >
        {texts.change}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.removePerson(name)}
        onClick={() => onOpen('remove', id)}
      >
        {texts.remove}
      </Button>
    </Group>
  )
}
