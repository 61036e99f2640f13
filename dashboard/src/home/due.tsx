import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OrderSummary } from '../../../client'
import { api } from '../api/client'
import { ask, listItems, useRights } from '../api/queries'
import { OverdueMark } from '../orders/order-marks'
import { formatCalendarDate, formatNumber } from '../parts/format'
import { ButtonLink, ObjectLink, PageLink } from '../parts/link'
import { Part } from './part'
import { texts } from './texts'

const shown = 6
/** Orders change a few times a day, and each request counts. In milliseconds. */
const keptMs = 300_000
const open = ['ordered', 'partially_received'] as const

/** Those that were placed and are not received, in the order in which they are expected. */
async function listDueOrders(options: { signal: AbortSignal }): Promise<{ data: OrderSummary[] }> {
  const pages = await Promise.all(
    open.map(async (status) => await api.listOrders({ status, sort: 'expected_at', limit: shown }, options)),
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
              <ButtonLink to="/orders/reorder" size="compact-sm">
                {texts.reorder}
              </ButtonLink>
            )}
          </Group>
        </Stack>
      )}
    </Part>
  )
}
