import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Person } from '../../../../client'
import { account, listPeople } from '../../api/queries'
import { useQuestion } from '../../api/question'
import { breakAt } from '../../parts/data-table'
import { FormDrawer } from '../../parts/form-drawer'
import { formatTime } from '../../parts/format'
import { ListPage } from '../../parts/list-page'
import { RowButtons } from '../../parts/row-button'
import { pageSize } from '../../parts/search'
import { StatusBadge } from '../../parts/status-badge'
import { ChangePerson, InvitePerson } from './person-forms'
import { RemovePerson } from './remove-person'
import { SignOutPerson } from './sign-out-person'
import { texts } from './texts'

export default function People() {
  const { offset = 0, id } = useSearch({ from: '/settings/people' })
  const people = useQuery(listPeople({ offset, limit: pageSize }))
  const you = useQuery(account).data?.person.id ?? null
  const { opened, show, close } = useQuestion('open', ['id'])
  const person = people.data?.data.find((each) => each.id === id)
  const listActions = ({ id, name }: Person) => [
    { text: texts.change, name: texts.changePerson(name), onClick: () => show('edit', { id }) },
    { text: texts.signOutEverywhere, name: texts.signOutPerson(name), onClick: () => show('sign-out', { id }) },
    { text: texts.remove, name: texts.removePerson(name), onClick: () => show('remove', { id }) },
  ]
  const ofPerson = person && { of: person, isYou: person.id === you, onClose: close }
  return (
    <ListPage
      title={texts.people}
      actions={<Button onClick={() => show('new')}>{texts.invite}</Button>}
      query={people}
      rows={5}
      empty={{ title: texts.nobody }}
      minWidth={860}
      columns={[
        { title: texts.name, cell: (each) => <Name of={each} isYou={each.id === you} />, ...breakAt(300) },
        { title: texts.role, cell: ({ role }) => texts.roles[role] },
        { title: texts.status, cell: (each) => <Status of={each} /> },
        { title: texts.lastUsed, cell: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : texts.never) },
        { title: texts.actions, cell: (each) => <RowButtons of={listActions(each)} /> },
      ]}
    >
      <FormDrawer opened={opened === 'new'} onClose={close} title={texts.invite}>
        <InvitePerson onClose={close} />
      </FormDrawer>
      <FormDrawer
        opened={opened === 'edit' && person !== undefined}
        onClose={close}
        title={person ? texts.changePerson(person.name) : ''}
      >
        {ofPerson && <ChangePerson key={id} {...ofPerson} />}
      </FormDrawer>
      {ofPerson && <RemovePerson key={id} opened={opened === 'remove'} {...ofPerson} />}
      {ofPerson && <SignOutPerson key={`sign-out ${id}`} opened={opened === 'sign-out'} {...ofPerson} />}
    </ListPage>
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
  if (status === 'active' || invited_until === null) return <StatusBadge state="ok">{texts.active}</StatusBadge>
  const isOpen = Date.parse(invited_until) > Date.now()
  return (
    <>
      <StatusBadge state={isOpen ? 'open' : 'over'}>{isOpen ? texts.invited : texts.invitationOver}</StatusBadge>
      {isOpen && <Text size="sm">{texts.invitedUntil(formatTime(invited_until))}</Text>}
    </>
  )
}
