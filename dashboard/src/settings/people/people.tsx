import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { account } from '../../api/queries'
import { Page } from '../../parts/page'
import { Pager } from '../../parts/pager'
import { ProblemNotice } from '../../parts/problem'
import { RowsLoading } from '../../parts/rows-loading'
import { OwnersOnly } from '../owners-only'
import { pageSize } from '../search'
import { useOpen } from '../use-open'
import { PeopleTable } from './people-table'
import { ChangePerson } from './person-change'
import { InvitePerson } from './person-invite'
import { RemovePerson } from './person-remove'
import { listPeople } from './queries'
import { texts } from './texts'

export default function People() {
  return (
    <OwnersOnly title={texts.people}>
      <PeopleOfCompany />
    </OwnersOnly>
  )
}

/** It is never empty: whoever sees it is in it. */
function PeopleOfCompany() {
  const { offset = 0 } = useSearch({ from: '/settings/people' })
  const navigate = useNavigate({ from: '/settings/people' })
  const { data, error, refetch } = useQuery(listPeople({ offset }))
  const you = useQuery(account).data?.person.id ?? null
  const { open, id, show, close } = useOpen()
  const opened = data?.data.find((person) => person.id === id)
  const dialog = { of: opened, isYou: opened?.id === you, onClose: close }
  return (
    <Page title={texts.people} actions={<Button onClick={() => show('new')}>{texts.invite}</Button>}>
      <div>
        {error && <ProblemNotice error={error} retry={refetch} />}
        {!data && !error && <RowsLoading />}
        {data && <PeopleTable people={data.data} you={you} onOpen={show} />}
      </div>
      {data && (
        <Pager
          offset={offset}
          limit={pageSize}
          total={data.pagination.total}
          onOffset={(next) => void navigate({ search: { offset: next } })}
        />
      )}
      <InvitePerson opened={open === 'new'} onClose={close} />
      <ChangePerson opened={open === 'edit'} {...dialog} />
      <RemovePerson opened={open === 'remove'} {...dialog} />
    </Page>
  )
}
