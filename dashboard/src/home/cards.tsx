import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { AuditEntry, DailyMovements, Item, OrderSummary } from '../../../client'
import { api } from '../api/client'
import { ask, listItems } from '../api/queries'
import { findToday, startOfDay } from '../browser/time-zone'
import { useActorNames } from '../items/who'
import { Subject } from '../log/entry'
import { isRightCount } from '../log/fields'
import { texts as log } from '../log/texts'
import { OverdueMark } from '../orders/order-marks'
import { Answer } from '../parts/answer'
import { BarChart } from '../parts/bar-chart'
import { type BarSeries, listDays } from '../parts/bar-scale'
import { describeChange } from '../parts/change'
import { Empty } from '../parts/empty'
import { formatCalendarDate, formatNumber, formatTime } from '../parts/format'
import { ObjectLink, PageLink } from '../parts/link'
import { Section } from '../parts/section'
import { type ChartPoint, StepChart } from '../parts/step-chart'
import { askOrdered, dueOrders, shown } from './queries'
import { texts } from './texts'

export function DueOrders() {
  const due = useQuery(dueOrders)
  return (
    <Part title={texts.orders} query={due} empty={{ title: texts.noOrders, hint: texts.noOrdersHint }}>
      {(orders) => (
        <Stack gap="xs">
          {orders.map((order) => (
            <Due key={order.id} order={order} />
          ))}
        </Stack>
      )}
    </Part>
  )
}

function Due({ order }: { order: OrderSummary }) {
  const { id, order_number, supplier, expected_at } = order
  return (
    <Group justify="space-between" gap="xs">
      <Text miw={0}>
        <ObjectLink id={id} underline="always">
          {order_number}
        </ObjectLink>
        , {supplier.name}
      </Text>
      <Group gap="xs">
        <OverdueMark order={order} />
        {expected_at !== null && <Text>{texts.expected(formatCalendarDate(expected_at))}</Text>}
      </Group>
    </Group>
  )
}

/** The first of what is low, by what is left. */
export function LowStock() {
  const low = useQuery(listItems({ low_stock: true, sort: 'quantity', limit: shown }))
  return (
    <Part title={texts.low} query={low} empty={{ title: texts.nothingLow, hint: texts.nothingLowHint }}>
      {(items) => (
        <Stack gap="xs">
          <LowItems items={items} />
          <PageLink to="/items" search={{ low_stock: true, sort: 'quantity' }}>
            {texts.allLow}
          </PageLink>
        </Stack>
      )}
    </Part>
  )
}

function LowItems({ items }: { items: Item[] }) {
  const ordered = useQuery(askOrdered(items.map(({ id }) => id))).data
  return items.map(({ id, name, quantity, reorder_point }) => (
    <Group key={id} justify="space-between" wrap="nowrap">
      <ObjectLink id={id} miw={0}>
        {name}
      </ObjectLink>
      <Text className="side one-line">
        <b>{formatNumber(quantity)}</b> {texts.ofPoint(formatNumber(reorder_point ?? 0))}
        {ordered && ordered.get(id) !== 0 && (
          <Text size="sm" c="dimmed">
            {texts.ordered(ordered.get(id))}
          </Text>
        )}
      </Text>
    </Group>
  ))
}

type PartProps<Row> = {
  title: string
  query: ComponentProps<typeof Answer<{ data: Row[] }>>['query']
  /** Stands where there are none. */
  empty: ComponentProps<typeof Empty>
  children: (rows: Row[]) => ReactNode
}

/** A part of Home: some rows of a list. */
function Part<Row>({ title, query, empty, children }: PartProps<Row>) {
  return (
    <Section title={title}>
      <Answer query={query}>{({ data }) => (data.length === 0 ? <Empty {...empty} /> : children(data))}</Answer>
    </Section>
  )
}

export function Activity() {
  const latest = useQuery(ask(['audit', 'latest'], (options) => api.listAudit({ limit: 8 }, options)))
  return (
    <Part title={texts.activity} query={latest} empty={{ title: texts.noActivity }}>
      {(entries) => (
        <Stack gap="xs">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
          <PageLink to="/log">{texts.allActivity}</PageLink>
        </Stack>
      )}
    </Part>
  )
}

/** What was done, by whom, and when. Of what changed, the quantity alone is told. */
function Entry({ entry }: { entry: AuditEntry }) {
  const nameActor = useActorNames()
  const quantity = entry.changes
    .filter(({ field }) => field === 'quantity')
    .map((change) => describeChange(change, log))
  const moved = isRightCount(entry) ? [log.rightCount] : quantity
  const said = [log.actions[entry.action], ...moved, nameActor(entry.actor)]
  return (
    <Text size="sm">
      <Subject of={entry} /> · {[...said, formatTime(entry.created_at)].join(' · ')}
    </Text>
  )
}

const shownDays = 90

/** What has come in and gone out, and what that has left of all units. */
export function Movements({ units }: { units: number | undefined }) {
  const daily = useQuery(ask(['daily', shownDays], (options) => api.listDailyStock({ days: shownDays }, options)))
  return (
    <Part title={texts.movements} query={daily} empty={{ title: texts.noMovements, hint: texts.noMovementsHint }}>
      {(rows) => {
        const days = listDays(shownDays, [findToday(), ...rows.map(({ date }) => date)].sort().at(-1) ?? '')
        const sums = sumDays(days, rows)
        return (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <BarChart label={texts.movements} days={days} series={sums.series} />
            {units !== undefined && <StepChart label={texts.stockOver} points={listStock(days, sums.net, units)} />}
          </SimpleGrid>
        )
      }}
    </Part>
  )
}

function sumDays(days: string[], rows: DailyMovements[]) {
  const sum = (field: 'units_in' | 'units_out') => {
    const byDay = new Map<string, number>()
    for (const row of rows) byDay.set(row.date, (byDay.get(row.date) ?? 0) + row[field])
    return days.map((day) => byDay.get(day) ?? 0)
  }
  const [into, out] = [sum('units_in'), sum('units_out')]
  const series: BarSeries[] = [
    { label: texts.unitsIn, colour: 'var(--mantine-primary-color-filled)', values: into },
    { label: texts.unitsOut, colour: 'var(--mantine-color-yellow-7)', values: out },
  ]
  return { series, net: into.map((value, index) => value - (out[index] ?? 0)) }
}

/** What each day ended with: counted back from the units of now, over the movements of the days after. */
function listStock(days: string[], net: number[], units: number): ChartPoint[] {
  const points: ChartPoint[] = []
  let value = units
  for (let index = days.length - 1; index >= 0; index--) {
    points.unshift({ at: startOfDay(days[index] ?? ''), value: Math.max(0, value) })
    value -= net[index] ?? 0
  }
  return points
}
