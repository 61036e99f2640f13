import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { account } from '../api/queries'
import { Empty } from '../parts/empty'
import { Page } from '../parts/page'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { texts } from './texts'

/** A page that the API refuses to others: they are told, and it is not asked. */
export function OwnersOnly({ title, children }: { title: string; children: ReactNode }) {
  const { data, error, refetch } = useQuery(account)
  if (data?.person.role === 'owner') return children
  return (
    <Page title={title}>
      {!data && !error && <RowsLoading />}
      {error && <ProblemNotice error={error} retry={refetch} />}
      {data && <Empty title={texts.ownersOnly} hint={texts.ownersOnlyHint} />}
    </Page>
  )
}
