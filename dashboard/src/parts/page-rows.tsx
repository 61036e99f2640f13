import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Answer } from './answer'
import { Empty } from './empty'
import { Pager } from './pager'

type Page = { data: unknown[]; pagination: { limit: number; total: number } }

type PageRowsProps<Read extends Page> = ComponentProps<typeof Answer<Read>> & {
  /** Stands where there are no rows. */
  empty: ReactNode
  /** The name of the offset in the address. */
  place?: 'offset' | 'restores'
  /** It is a part of a page, which is not scrolled when the list is turned. */
  isPart?: boolean
}

/** A page of a list, as the address says, and the way to those beside it. */
export function PageRows<Read extends Page>(props: PageRowsProps<Read>) {
  const { empty, place = 'offset', isPart = false, children, ...answer } = props
  const { [place]: offset = 0 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const turn = (to: number) =>
    void navigate({ to: '.', search: (kept) => ({ ...kept, [place]: to }), resetScroll: !isPart })
  return (
    <Answer {...answer}>
      {(page) => (
        <>
          {page.data.length === 0 ? empty : children(page)}
          <Pager offset={offset} limit={page.pagination.limit} total={page.pagination.total} onOffset={turn} />
        </>
      )}
    </Answer>
  )
}

/** What stands where filters leave nothing, with a button that takes them out of the address. */
export function NoMatch({ clear, ...shown }: ComponentProps<typeof Empty> & { clear: string }) {
  const navigate = useNavigate()
  return (
    <Empty {...shown}>
      <Button variant="default" onClick={() => void navigate({ to: '.', search: {} })}>
        {clear}
      </Button>
    </Empty>
  )
}
