import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Item, ListItemsQuery } from '../../../../client'
import { patientApi } from '../../api/client'
import { ask, locations } from '../../api/queries'
import { type Filter, Filters } from '../../parts/filters'
import { formatNumber } from '../../parts/format'
import { ProblemNotice } from '../../parts/problem'
import { Choice } from '../../scan/item-search'
import type { PhoneCount } from './counts'
import { texts } from './texts'

const filters: Filter[] = [
  { kind: 'value', name: 'location', label: texts.location, values: locations, all: texts.allLocations },
]

type CountProgressProps = {
  rows: PhoneCount[]
  /** Takes an item that is not counted yet. */
  onChoose: (item: Item) => void
}

/** How many items of a location, or of those that were chosen, are counted, and which are left. */
export function CountProgress(props: CountProgressProps) {
  const { location, items: ids } = useSearch({ from: '/stocktake' })
  return (
    <Stack gap="xs">
      {ids ? <Progress of={{ ids }} {...props} /> : <Filters of={filters} />}
      {!ids && location && <Progress key={location} of={{ location }} {...props} />}
    </Stack>
  )
}

/** The items of more locations than a person counts in a day are not listed. */
const mostListed = 1_000
/** So many of what is left are shown. */
const mostShown = 50

const listToCount = (of: ListItemsQuery) => ({
  ...ask(['items', 'to count', of], async (options) => {
    const items: Item[] = []
    let total = 0
    for await (const { data, pagination } of patientApi.listItems({ ...of, sort: 'name' }, options).pages()) {
      total = pagination.total
      items.push(...data)
      if (total > mostListed) break
    }
    return { items, total }
  }),
  staleTime: 300_000,
})

function Progress({ of, rows, onChoose }: CountProgressProps & { of: ListItemsQuery }) {
  const { data, error, refetch } = useQuery(listToCount(of))
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!data) return <Text role="status">{texts.readingItems}</Text>
  const { items, total } = data
  if (total > mostListed) return <Text role="status">{texts.tooManyAt(formatNumber(total))}</Text>
  const counted = new Set(rows.map(({ sku }) => sku))
  const left = items.filter(({ sku }) => !counted.has(sku))
  return (
    <>
      <Text role="status" fw={600}>
        {texts.countedOf(formatNumber(items.length - left.length), formatNumber(items.length))}
      </Text>
      {left.length > 0 && (
        <details open={of.ids !== undefined}>
          <summary>{texts.notCounted(formatNumber(left.length))}</summary>
          <Choice items={left.slice(0, mostShown)} onChoose={onChoose} />
          {left.length > mostShown && <Text size="sm">{texts.andMore(formatNumber(left.length - mostShown))}</Text>}
        </details>
      )}
    </>
  )
}
