import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Item, Transaction } from '../../../client'
import { getTransaction, listTransactions, queries } from '../api/queries'
import { ExportMenu } from '../export/export-menu'
import { Empty } from '../parts/empty'
import { formatDate, formatNumber } from '../parts/format'
import { Pager } from '../parts/pager'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { Part, Section } from '../parts/section'
import { type ChartPoint, StepChart } from '../parts/step-chart'
import { labels } from './item-values'
import { Ledger, Reverse } from './ledger'
import type { ItemSearch } from './search'
import { texts } from './texts'

/** How the quantity has come about: the line of the last movements, and all of them. */
export function ItemHistory({ item }: { item: Item }) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(listLatest(item.id))
  const latest = data?.data
  /** Others have moved the item since the ledger was read. It is read once for each quantity. */
  const catchUp = useEffectEvent((quantity: number) => {
    const isBehind = latest !== undefined && (latest[0]?.quantity_after ?? 0) !== quantity
    if (isBehind && !isFetching) void queries.invalidateQueries({ queryKey: ['transactions'] })
  })
  useEffect(() => catchUp(item.quantity), [item.quantity])
  if (error) return <ProblemNotice error={error} retry={refetch} />
  return (
    <>
      <Section title={texts.chart}>
        {latest ? (
          <QuantityChart rows={latest} now={dataUpdatedAt} point={item.reorder_point} />
        ) : (
          <RowsLoading rows={1} height={180} />
        )}
      </Section>
      <Part title={texts.ledger}>
        <Group>
          <ExportMenu list="transactions" query={{ item_id: item.id }} />
        </Group>
        <LedgerPage item={item} />
      </Part>
    </>
  )
}

/** `rows`: newest first, as they are listed. */
function QuantityChart({ rows, now, point }: { rows: Transaction[]; now: number; point: number | null }) {
  const points = useMemo(() => makePoints(rows, now), [rows, now])
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || rows.length < 2) return <Text>{texts.noChart}</Text>
  const values = points.map(({ value }) => value)
  const label = texts.chartLabel({
    movements: formatNumber(rows.length),
    since: formatDate(new Date(first.at).toISOString()),
    first: formatNumber(first.value),
    last: formatNumber(last.value),
    min: formatNumber(Math.min(...values)),
    max: formatNumber(Math.max(...values)),
  })
  return (
    <>
      <StepChart
        points={points}
        label={label}
        bound={point === null ? null : { value: point, label: labels.reorder_point }}
      />
      <Text size="sm">{texts.chartHint(formatNumber(rows.length))}</Text>
    </>
  )
}

function makePoints(rows: Transaction[], now: number): ChartPoint[] {
  const points = rows.map(({ created_at, quantity_after }) => ({ at: Date.parse(created_at), value: quantity_after }))
  const value = points[0]?.value
  return value === undefined ? [] : [...points.reverse(), { at: Math.max(now, points.at(-1)?.at ?? 0), value }]
}

function LedgerPage({ item }: { item: Item }) {
  const search = useSearch({ from: '/items/$id' })
  const navigate = useNavigate({ from: '/items/$id' })
  const { rows, offset, total, error, refetch } = useLedgerRows(item.id, search)
  const turn = (to: number) =>
    void navigate({ search: ({ entry: _, ...kept }) => ({ ...kept, offset: to }), resetScroll: false })
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!rows) return <RowsLoading rows={8} />
  if (total === 0) return <Empty title={texts.noMovements} hint={texts.noMovementsHint} />
  return (
    <>
      <Ledger rows={rows} itemId={item.id} />
      <Pager offset={offset} limit={ledgerPage} total={total} onOffset={turn} />
      <Reverse item={item} rows={rows} />
    </>
  )
}

/** How many movements a page of the ledger shows. */
const ledgerPage = 25
/** How many are read at once: those of the chart, and of four pages. */
const block = 100

const listBlock = (itemId: string, offset: number) => listTransactions({ item_id: itemId, offset, limit: block })

/** The last movements of an item. */
const listLatest = (itemId: string) => listBlock(itemId, 0)

/** The page of the ledger that the address names by its offset, or by a movement that is on it. */
function useLedgerRows(itemId: string, { offset: asked = 0, entry }: ItemSearch) {
  const latest = useQuery(listLatest(itemId))
  const total = latest.data?.pagination.total ?? 0
  const found = useEntryIndex(entry, latest.data?.data, total)
  // A link may name a row that there is not.
  const row = found ?? (latest.data ? Math.min(asked, Math.max(0, total - 1)) : asked)
  const offset = row - (row % ledgerPage)
  const from = offset - (offset % block)
  const { data, error, refetch } = useQuery({ ...listBlock(itemId, from), enabled: found !== undefined })
  return {
    rows: found === undefined ? undefined : data?.data.slice(offset - from, offset - from + ledgerPage),
    offset,
    total: data?.pagination.total ?? total,
    error,
    refetch,
  }
}

/** How many newer movements the item has. Undefined until it is known, null where there is none to look for. */
function useEntryIndex(entry: string | undefined, latest: Transaction[] | undefined, total: number) {
  const index = latest?.findIndex(({ id }) => id === entry) ?? -1
  const isOlder = entry !== undefined && latest !== undefined && index === -1
  const older = useQuery({ ...getTransaction(entry ?? ''), enabled: isOlder })
  if (entry === undefined || older.isError) return null
  if (index !== -1) return index
  // The movements of an item are numbered from 1, without gaps.
  return older.data && Math.max(0, total - older.data.sequence)
}
