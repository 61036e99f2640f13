import { Group, Text } from '@mantine/core'
import type { Person } from '../../../../client'
import { breakAt, DataTable } from '../../parts/data-table'
import { formatTime } from '../../parts/format'
import { RowButton } from '../../parts/row-button'
import { StatusBadge } from '../../parts/status-badge'
import type { OpenRow } from '../search'
import { texts } from './texts'

type Props = { people: Person[]; you: string | null; onOpen: OpenRow }

export function PeopleTable({ people, you, onOpen }: Props) {
  return (
    <DataTable
      minWidth={720}
      rows={people}
      columns={[
        { title: texts.name, cell: (person) => <Name of={person} isYou={person.id === you} />, ...breakAt(300) },
        { title: texts.role, cell: ({ role }) => texts.roles[role] },
        { title: texts.status, cell: (person) => <Status of={person} /> },
        { title: texts.lastUsed, cell: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : texts.never) },
        { title: texts.actions, cell: (person) => <Actions of={person} onOpen={onOpen} /> },
      ]}
    />
  )
}

function Name({ of: { name, email }, isYou }: { of: Person; isYou: boolean }) {
  return (
    <>
      <Text size="sm">
        {name} {isYou && <b>({texts.you})</b>}
      </Text>
      <Text size="sm">{email}</Text>
    </>
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
      <RowButton name={texts.changePerson(name)} onClick={() => onOpen('edit', { id })}>
        {texts.change}
      </RowButton>
      <RowButton name={texts.removePerson(name)} onClick={() => onOpen('remove', { id })}>
        {texts.remove}
      </RowButton>
    </Group>
  )
}
