import { useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { DataTable, type DataTableProps } from './data-table'
import { Empty } from './empty'
import { type Filter, Filters } from './filters'
import { Page } from './page'
import { NoMatch, PageRows } from './page-rows'

type Read<Row> = { data: Row[]; pagination: { limit: number; total: number } }

type ListProps<Row> = Omit<DataTableProps<Row>, 'rows'> &
  Omit<ComponentProps<typeof PageRows<Read<Row>>>, 'empty' | 'children' | 'height'> & {
    /** What else the address filters by. */
    filters?: Filter[]
    /** What stands where there is nothing. */
    empty: ComponentProps<typeof Empty>
    /** The same where filters, or the page that the address names, leave nothing. */
    noMatch?: ComponentProps<typeof NoMatch>
  }

/** A page of a list, as a table, and what stands where it is empty. */
export function List<Row extends object>(props: ListProps<Row>) {
  const { query, rows = 8, place = 'offset', isPart = false, filters = [], empty, noMatch, ...table } = props
  const search: Record<string, unknown> = useSearch({ strict: false })
  const isFiltered = [place, ...filters.map(({ name }) => name)].some(
    (name) => name !== 'sort' && search[name] !== undefined,
  )
  const nothing = isFiltered && noMatch ? <NoMatch {...noMatch} /> : <Empty {...empty} />
  return (
    <PageRows query={query} rows={rows} place={place} isPart={isPart} empty={nothing}>
      {({ data }) => <DataTable {...table} rows={data} />}
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
      {list.filters && <Filters of={list.filters} />}
      <List {...list} />
      {children}
    </Page>
  )
}
