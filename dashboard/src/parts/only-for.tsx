import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '../../../client'
import { account, useRights } from '../api/queries'
import { Answer } from './answer'
import { Empty } from './empty'

type OnlyForProps = {
  right: 'write' | 'manage'
  /** What others are told. */
  title: string
  hint: string
  /** Where they may go. */
  way?: ReactNode
  children: (account: Account) => ReactNode
}

/** What only those see who have a right: an address can be opened by anybody. */
export function OnlyFor({ right, title, hint, way, children }: OnlyForProps) {
  const rights = useRights()
  const query = useQuery(account)
  if (query.data && rights[right]) return children(query.data)
  return (
    <Answer query={query}>
      {() => (
        <Empty title={title} hint={hint}>
          {way}
        </Empty>
      )}
    </Answer>
  )
}
