import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Answer } from './answer'
import { DataTable, type DataTableProps } from './data-table'
import { Empty } from './empty'
import { type Filter, Filters, FilterTabs } from './filters'
import type { GridOptions } from './grid'
import { Page } from './page'
import { Pager } from './pager'

type Read<Row> = { data: Row[]; pagination: { limit: number; offset?: number; total: number } }

type ListProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'grid'> &
  Omit<ComponentProps<typeof PageRows<Read<Row>>>, 'empty' | 'children' | 'height'> & {
    /** What else the address filters by. */
    filters?: Filter[]
    /** What stands where there is nothing. */
    empty: ComponentProps<typeof Empty>
    /** The same where filters, or the page that the address names, leave nothing. */
    noMatch?: ComponentProps<typeof NoMatch>
    /** Makes the table a grid. */
    grid?: Pick<GridOptions<Row>, 'label' | 'choice'>
  }

/** A page of a list, as a table, and what stands where it is empty. */
export function List<Row extends object>(props: ListProps<Row>) {
  const { query, rows = 8, place = 'offset', isPart = false, filters = [], empty, noMatch, grid, ...table } = props
  const search: Record<string, unknown> = useSearch({ strict: false })
  const isFiltered = [place, ...filters.map(({ name }) => name)].some(
    (name) => name !== 'sort' && search[name] !== undefined,
  )
  const nothing = isFiltered && noMatch ? <NoMatch {...noMatch} /> : <Empty {...empty} />
  return (
    <PageRows query={query} rows={rows} place={place} isPart={isPart} empty={nothing}>
      {({ data, pagination: { total, offset = 0 } }) => (
        <DataTable {...table} rows={data} grid={grid && { ...grid, total, offset }} />
      )}
    </PageRows>
  )
}

type ListPageProps<Row> = ListProps<Row> & {
  title: string
  actions?: ReactNode
  /** Stands above the filters. */
  lead?: ReactNode
  /** Stands below the list: what can be opened, and other parts. */
  children?: ReactNode
}

/** A page that is a list. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, actions, lead, children, ...list } = props
  return (
    <Page title={title} actions={actions}>
      {lead}
      {list.filters && <FilterTabs of={list.filters} label={title} />}
      {list.filters && <Filters of={list.filters} />}
      <List {...list} />
      {children}
    </Page>
  )
}

type PageRowsProps<PageOf extends Read<unknown>> = ComponentProps<typeof Answer<PageOf>> & {
  /** Stands where there are no rows. */
  empty: ReactNode
  /** The name of the offset in the address. */
  place?: 'offset' | 'restores'
  /** It is a part of a page, which is not scrolled when the list is turned. */
  isPart?: boolean
}

/** A page of a list, as the address says, and the way to those beside it. */
export function PageRows<PageOf extends Read<unknown>>(props: PageRowsProps<PageOf>) {
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
function NoMatch({ clear, ...shown }: ComponentProps<typeof Empty> & { clear: string }) {
  const navigate = useNavigate()
  return (
    <Empty {...shown}>
      <Button variant="default" onClick={() => void navigate({ to: '.', search: {} })}>
        {clear}
      </Button>
    </Empty>
  )
}
