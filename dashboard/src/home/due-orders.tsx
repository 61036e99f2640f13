import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OrderSummary } from '../../../client'
import { api } from '../api/client'
import { ask } from '../api/queries'
import { OverdueMark } from '../orders/order-marks'
import { formatCalendarDate } from '../parts/format'
import { ObjectLink } from '../parts/link'
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
