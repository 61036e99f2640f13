import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListAuditQuery } from '../../../client'
import { listAudit } from '../api/queries'
import { ExportMenu } from '../export/export-menu'
import { Empty } from '../parts/empty'
import { Page } from '../parts/page'
import { NoMatch, PageRows } from '../parts/page-rows'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { LogFilters } from './log-filters'
import { LogTable } from './log-table'
import { findItemBySku } from './queries'
import { type LogSearch, makeLogQuery, parseLogSearch, readObject } from './search'
import { texts } from './texts'

/** The audit log: every change, newest first. */
export default function Log() {
  const search = useSearch({ from: '/log' })
  const navigate = useNavigate({ from: '/log' })
  const { query, unknownSku, error, refetch } = useLogQuery(search)
  /** Other filters begin at the first page. */
  const filter = (changed: Record<string, string>) =>
    void navigate({ search: ({ offset: _, ...kept }) => parseLogSearch({ ...kept, ...changed }), replace: true })
  return (
    <Page title={texts.title} actions={query && <ExportMenu list="audit" query={query} />}>
      <div>
        <Text>{texts.lead}</Text>
        <Text size="sm">{texts.retention}</Text>
      </div>
      <LogFilters search={search} onFilter={filter} />
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!query && !error && unknownSku === undefined && <RowsLoading rows={8} />}
      {unknownSku !== undefined && (
        <NoMatch title={texts.noSku(unknownSku)} hint={texts.noSkuHint} clear={texts.clear} />
      )}
      {query && <Entries query={query} isFiltered={Object.keys(search).length > 0} />}
    </Page>
  )
}

/** What the API is asked for. A SKU is looked up first. */
function useLogQuery(search: LogSearch) {
  const { sku, ...object } = readObject(search.object)
  const found = useQuery({ ...findItemBySku(sku ?? ''), enabled: sku !== undefined })
  const asked = JSON.stringify(search)
  // The time is in the query: it stays the same until another search is asked for.
  const ofSearch = useMemo(() => makeLogQuery(JSON.parse(asked)), [asked])
  const ofItem = typeof found.data === 'string' ? { item_id: found.data } : null
  const filter = sku === undefined ? object : ofItem
  const query: ListAuditQuery | null = filter && { ...ofSearch, ...filter }
  return { query, unknownSku: found.data === null ? sku : undefined, error: found.error, refetch: found.refetch }
}

function Entries({ query, isFiltered }: { query: ListAuditQuery; isFiltered: boolean }) {
  const entries = useQuery(listAudit(query))
  const empty = isFiltered ? (
    <NoMatch title={texts.nothing} hint={texts.nothingHint} clear={texts.clear} />
  ) : (
    <Empty title={texts.none} hint={texts.noneHint} />
  )
  return (
    <PageRows query={entries} rows={8} empty={empty}>
      {({ data }) => <LogTable entries={data} />}
    </PageRows>
  )
}
