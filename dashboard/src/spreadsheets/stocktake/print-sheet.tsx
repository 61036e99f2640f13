import './print.css'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Item } from '../../../../client'
import { patientApi } from '../../api/client'
import { locations } from '../../api/queries'
import { saveTable } from '../../export/files'
import { breakAt, DataTable } from '../../parts/data-table'
import { Empty } from '../../parts/empty'
import { type Filter, Filters } from '../../parts/filters'
import { formatNumber, formatTime } from '../../parts/format'
import { useLongWork } from '../../parts/long-work'
import { ProblemNotice } from '../../parts/problem'
import { makeCountSheet } from './count-sheet'
import type { StocktakeSearch } from './search'
import { texts } from './texts'

const filters: Filter[] = [
  { kind: 'value', name: 'location', label: texts.location, values: locations, all: texts.allLocations },
  { kind: 'search', name: 'search', label: texts.search, placeholder: texts.searchHint },
]

/** The list of what to count, on paper. */
export function PrintSheet() {
  const [withExpected, setWithExpected] = useState(false)
  const { data, error, isPending, progress, mutate, reset } = usePrintRows(useSearch({ from: '/stocktake' }))
  return (
    <>
      <Stack className="screen">
        <Text>{texts.printLead}</Text>
        <Filters of={filters} onChange={reset} />
        <Checkbox
          label={texts.withExpected}
          description={texts.withExpectedHint}
          checked={withExpected}
          onChange={({ currentTarget }) => setWithExpected(currentTarget.checked)}
        />
        {error && <ProblemNotice error={error} />}
        <Group gap="sm">
          <Button variant={data ? 'default' : 'filled'} onClick={() => mutate()} loading={isPending}>
            {texts.load}
          </Button>
          <Text size="sm" role="status">
            {isPending && progress && texts.loading(formatNumber(progress.done), formatNumber(progress.total))}
          </Text>
        </Group>
      </Stack>
      {data && <Printed rows={data} withExpected={withExpected} />}
    </>
  )
}

/** The list, and what can be done with it. */
function Printed({ rows: { items, total, at }, withExpected }: { rows: PrintRows; withExpected: boolean }) {
  if (total === 0) return <Empty title={texts.nothing} hint={texts.nothingHint} />
  if (items.length === 0) return <Empty title={texts.tooMany(formatNumber(total), formatNumber(mostPrinted))} />
  const save = (kind: 'csv' | 'xlsx') =>
    void saveTable(`stocktake-${at.slice(0, 10)}`, kind, makeCountSheet(items, kind))
  return (
    <>
      <Stack className="screen" gap="xs">
        <Group gap="xs">
          <Button onClick={() => window.print()}>{texts.print}</Button>
          {(['csv', 'xlsx'] as const).map((kind) => (
            <Button key={kind} variant="default" onClick={() => save(kind)}>
              {texts.sheetAs(texts.kinds[kind])}
            </Button>
          ))}
        </Group>
        <Text size="sm">{texts.sheetHint}</Text>
      </Stack>
      <Text size="sm">{texts.listed(formatNumber(items.length), formatTime(at))}</Text>
      <CountTable items={items} withExpected={withExpected} />
    </>
  )
}

/** The list as it is printed. */
function CountTable({ items, withExpected }: { items: Item[]; withExpected: boolean }) {
  return (
    <DataTable
      className="counts"
      minWidth={640}
      withTableBorder
      withColumnBorders
      rows={items}
      columns={[
        { title: texts.location, cell: ({ location }) => location, ...breakAt(320) },
        { title: texts.sku, cell: ({ sku }) => sku, ...breakAt(320) },
        { title: texts.name, cell: ({ name }) => name, ...breakAt(320) },
        { title: texts.barcode, cell: ({ barcode }) => barcode, ...breakAt(320) },
        withExpected && { title: texts.expected, cell: ({ quantity }) => formatNumber(quantity), ta: 'right' },
        { title: texts.counted, cell: () => null, miw: '6rem' },
      ]}
    />
  )
}

/** More items are not put on paper. */
const mostPrinted = 5_000

type PrintRows = { items: Item[]; total: number; at: string }

/** Reads the items to count, by their locations. Where there are too many, none. */
function usePrintRows({ location, search }: StocktakeSearch) {
  return useLongWork<void, PrintRows>(async (_, { report }) => {
    const filters = { ...(location && { location }), ...(search && { search }) }
    const at = new Date().toISOString()
    const items: Item[] = []
    let total = 0
    for await (const { data, pagination } of patientApi.listItems({ ...filters, sort: 'location' }).pages()) {
      total = pagination.total
      if (total > mostPrinted) return { items: [], total, at }
      items.push(...data)
      report(items.length, total)
    }
    return { items, total, at }
  })
}
