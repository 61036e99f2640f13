import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRights } from '../api/person'
import { account } from '../api/queries'
import { Empty } from '../parts/empty'
import { ButtonLink } from '../parts/link'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { texts } from './texts'

/** What only those see who may change orders: an address can be opened by anybody. */
export function WritersOnly({ children }: { children: ReactNode }) {
  const { write } = useRights()
  const { data, error, refetch } = useQuery(account)
  if (write) return children
  if (error && !data) return <ProblemNotice error={error} retry={refetch} />
  if (!data) return <RowsLoading />
  return (
    <Empty title={texts.writersOnly} hint={texts.writersOnlyHint}>
      <ButtonLink to="/orders" variant="default">
        {texts.title}
      </ButtonLink>
    </Empty>
  )
}
