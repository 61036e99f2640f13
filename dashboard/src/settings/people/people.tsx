import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { account, listPeople } from '../../api/queries'
import { FormDrawer } from '../../parts/form-drawer'
import { Page } from '../../parts/page'
import { PageRows } from '../../parts/page-rows'
import { pageSize } from '../search'
import { useOpen } from '../use-open'
import { PeopleTable } from './people-table'
import { ChangePerson } from './person-change'
import { InvitePerson } from './person-invite'
import { RemovePerson } from './person-remove'
import { texts } from './texts'

/** It is never empty: whoever sees it is in it. */
export default function People() {
  const { offset = 0 } = useSearch({ from: '/settings/people' })
  const people = useQuery(listPeople({ offset, limit: pageSize }))
  const you = useQuery(account).data?.person.id ?? null
  const { open, id, show, close } = useOpen()
  const opened = people.data?.data.find((person) => person.id === id)
  const dialog = { isYou: opened?.id === you, onClose: close }
  return (
    <Page title={texts.people} actions={<Button onClick={() => show('new')}>{texts.invite}</Button>}>
      <PageRows query={people} empty={null}>
        {({ data }) => <PeopleTable people={data} you={you} onOpen={show} />}
      </PageRows>
      <FormDrawer opened={open === 'new'} onClose={close} title={texts.invite}>
        <InvitePerson onClose={close} />
      </FormDrawer>
      <ChangePerson opened={open === 'edit'} of={opened} {...dialog} />
      {opened && <RemovePerson key={opened.id} opened={open === 'remove'} of={opened} {...dialog} />}
    </Page>
  )
}
