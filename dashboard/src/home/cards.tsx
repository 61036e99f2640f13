import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { AuditEntry, DailyMovements, OrderSummary } from '../../../client'
import { awaitedStatuses } from '../../../functions/domain/orders/order-status'
import { api } from '../api/client'
import { ask, listItems, useRights } from '../api/queries'
import { findToday } from '../browser/time-zone'
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
import { ButtonLink, ObjectLink, PageLink } from '../parts/link'
import { Section } from '../parts/section'
import { typeTexts } from '../stock/texts'
import { texts } from './texts'

const shown = 6
/** Orders change a few times a day, and each request counts. In milliseconds. */
const keptMs = 300_000

/** Those that were placed and are not received, in the order in which they are expected. */
async function listDueOrders(options: { signal: AbortSignal }): Promise<{ data: OrderSummary[] }> {
  const pages = await Promise.all(
    awaitedStatuses.map(async (status) => await api.listOrders({ status, sort: 'expected_at', limit: shown }, options)),
  )
  const dated = pages.flatMap(({ data }) => data).filter(({ expected_at }) => expected_at !== null)
  return { data: dated.sort((a, b) => (a.expected_at ?? '').localeCompare(b.expected_at ?? '')).slice(0, shown) }
}

export function DueOrders() {
  const due = useQuery({ ...ask(['orders', 'due'], listDueOrders), staleTime: keptMs })
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
  const { write } = useRights()
  const low = useQuery(listItems({ low_stock: true, sort: 'quantity', limit: 6 }))
  return (
    <Part title={texts.low} query={low} empty={{ title: texts.nothingLow, hint: texts.nothingLowHint }}>
      {(items) => (
        <Stack gap="xs">
          {items.map(({ id, name, quantity, reorder_point }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <PageLink to="/items/$id" params={{ id }} miw={0}>
                {name}
              </PageLink>
              <Text className="one-line">
                {texts.quantityOf(formatNumber(quantity), formatNumber(reorder_point ?? 0))}
              </Text>
            </Group>
          ))}
          <Group justify="space-between">
            <PageLink to="/items" search={{ low_stock: true, sort: 'quantity' }}>
              {texts.allLow}
            </PageLink>
            {write && (
              <ButtonLink variant="filled" to="/orders/reorder" size="compact-sm">
                {texts.reorder}
              </ButtonLink>
            )}
          </Group>
        </Stack>
      )}
    </Part>
  )
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

const shownDays = 30

/** In the order in which the types come in `typeTexts`. */
const colours = ['green', 'blue', 'teal', 'orange', 'violet', 'gray', 'cyan', 'red', 'yellow']

export function Movements() {
  const daily = useQuery(ask(['daily', shownDays], (options) => api.listDailyStock({ days: shownDays }, options)))
  return (
    <Part title={texts.movements} query={daily} empty={{ title: texts.noMovements, hint: texts.noMovementsHint }}>
      {(rows) => {
        const days = listDays(shownDays, [findToday(), ...rows.map(({ date }) => date)].sort().at(-1) ?? '')
        return <BarChart label={texts.movements} days={days} series={makeSeries(days, rows)} />
      }}
    </Part>
  )
}

/** One for each type that there is. */
function makeSeries(days: string[], rows: DailyMovements[]): BarSeries[] {
  return Object.entries(typeTexts).flatMap(([type, label], index) => {
    const daysOfType = new Map(rows.filter((row) => row.type === type).map((row) => [row.date, row.movements]))
    const colour = `var(--mantine-color-${colours[index] ?? 'gray'}-6)`
    return daysOfType.size === 0 ? [] : [{ label, colour, values: days.map((day) => daysOfType.get(day) ?? 0) }]
  })
}
