import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { account, listPeople } from '../../api/queries'
import { useQuestion } from '../../api/question'
import { FormDrawer } from '../../parts/form-drawer'
import { Page } from '../../parts/page'
import { PageRows } from '../../parts/page-rows'
import { pageSize } from '../search'
import { PeopleTable } from './people-table'
import { ChangePerson, InvitePerson, RemovePerson } from './person-forms'
import { texts } from './texts'

/** It is never empty: whoever sees it is in it. */
export default function People() {
  const { offset = 0, id } = useSearch({ from: '/settings/people' })
  const people = useQuery(listPeople({ offset, limit: pageSize }))
  const you = useQuery(account).data?.person.id ?? null
  const { opened, show, close } = useQuestion('open', ['id'])
  const person = people.data?.data.find((each) => each.id === id)
  const ofPerson = person && { of: person, isYou: person.id === you, onClose: close }
  return (
    <Page title={texts.people} actions={<Button onClick={() => show('new')}>{texts.invite}</Button>}>
      <PageRows query={people} empty={null}>
        {({ data }) => <PeopleTable people={data} you={you} onOpen={show} />}
      </PageRows>
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
    </Page>
  )
}
