import { Group, Stack, Text } from '@mantine/core'
import type { OrderSummary } from '../../../client'
import { breakAt, DataTable, inOneLine } from '../parts/data-table'
import { formatDate, formatNumber } from '../parts/format'
import { ObjectLink } from '../parts/object-link'
import { formatMoney } from './money'
import { Expected, OrderStatus } from './order-marks'
import { texts } from './texts'

/** A page of orders. */
export function OrdersTable({ orders }: { orders: OrderSummary[] }) {
  return (
    <DataTable
      minWidth={820}
      highlightOnHover
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.number, cell: (order) => <NumberLink order={order} />, ...inOneLine },
        { title: texts.status, cell: ({ status }) => <OrderStatus status={status} /> },
        { title: texts.supplier, cell: ({ supplier }) => supplier.name, ...breakAt(280) },
        { title: texts.expected, cell: (order) => <Expected order={order} /> },
        { title: texts.received, cell: describeReceived, ta: 'right' },
        { title: texts.subtotal, cell: ({ subtotal, currency }) => formatMoney(subtotal, currency), ta: 'right' },
        { title: texts.created, cell: ({ created_at }) => formatDate(created_at) },
      ]}
      card={(order) => <OrderCard order={order} />}
    />
  )
}

function OrderCard({ order }: { order: OrderSummary }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <NumberLink order={order} />
        <OrderStatus status={order.status} />
      </Group>
      <Text>{order.supplier.name}</Text>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{texts.unitsReceived(describeReceived(order))}</Text>
        <Text size="sm">{formatMoney(order.subtotal, order.currency)}</Text>
      </Group>
      {order.expected_at !== null && (
        <Text size="sm" component="div">
          {texts.expected}: <Expected order={order} />
        </Text>
      )}
    </Stack>
  )
}

function NumberLink({ order: { id, order_number } }: { order: OrderSummary }) {
  return (
    <ObjectLink id={id} inherit>
      {order_number}
    </ObjectLink>
  )
}

function describeReceived({ total_quantity_received, total_quantity_ordered }: OrderSummary): string {
  return texts.ofTotal(formatNumber(total_quantity_received), formatNumber(total_quantity_ordered))
}
