import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry, Item, OrderSummary } from '../../../client'
import { api } from '../api/client'
import { ask, listItems } from '../api/queries'
import { useActorNames } from '../items/who'
import { Subject } from '../log/entry'
import { tellShort } from '../log/fields'
import { OverdueMark } from '../orders/order-marks'
import { formatCalendarDate, formatNumber, formatTime } from '../parts/format'
import { ObjectLink, PageLink } from '../parts/link'
import { Part } from './part'
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

/** The first of what is low, by what is left. `isAwaiting`: there are orders on which some may be. */
export function LowStock({ isAwaiting }: { isAwaiting: boolean }) {
  const low = useQuery(listItems({ low_stock: true, sort: 'quantity', limit: shown }))
  return (
    <Part title={texts.low} query={low} empty={{ title: texts.nothingLow, hint: texts.nothingLowHint }}>
      {(items) => (
        <Stack gap="xs">
          <LowItems items={items} isAwaiting={isAwaiting} />
          <PageLink to="/items" search={{ low_stock: true, sort: 'quantity' }}>
            {texts.allLow}
          </PageLink>
        </Stack>
      )}
    </Part>
  )
}

function LowItems({ items, isAwaiting }: { items: Item[]; isAwaiting: boolean }) {
  const ordered = useQuery({ ...askOrdered(items.map(({ id }) => id)), enabled: isAwaiting }).data
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

/** What was done, by whom, and when. */
function Entry({ entry }: { entry: AuditEntry }) {
  const nameActor = useActorNames()
  return (
    <Text size="sm">
      <Subject of={entry} /> · {[tellShort(entry), nameActor(entry.actor), formatTime(entry.created_at)].join(' · ')}
    </Text>
  )
}
