import { Group, Stack, Table, Text } from '@mantine/core'
import type { OrderSummary } from '../../../client'
import { Card, Cards } from '../parts/cards'
import { formatDate, formatNumber } from '../parts/format'
import { PageLink } from '../parts/link'
import { useIsPhone } from '../parts/phone'
import { WideTable } from '../parts/wide-table'
import { formatMoney } from './money'
import { Expected, OrderStatus } from './order-marks'
import { texts } from './texts'

/** A page of orders: on a phone as cards. */
export function OrdersTable({ orders }: { orders: OrderSummary[] }) {
  return useIsPhone() ? <OrderCards orders={orders} /> : <Rows orders={orders} />
}

function Rows({ orders }: { orders: OrderSummary[] }) {
  return (
    <WideTable minWidth={820} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.number}</Table.Th>
          <Table.Th>{texts.status}</Table.Th>
          <Table.Th>{texts.supplier}</Table.Th>
          <Table.Th>{texts.expected}</Table.Th>
          <Table.Th ta="right">{texts.received}</Table.Th>
          <Table.Th ta="right">{texts.subtotal}</Table.Th>
          <Table.Th>{texts.created}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orders.map((order) => (
          <Table.Tr key={order.id}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <NumberLink order={order} />
            </Table.Td>
            <Table.Td>
              <OrderStatus status={order.status} />
            </Table.Td>
            <Table.Td maw={280} style={{ overflowWrap: 'anywhere' }}>
              {order.supplier.name}
            </Table.Td>
            <Table.Td>
              <Expected order={order} />
            </Table.Td>
            <Table.Td ta="right">{describeReceived(order)}</Table.Td>
            <Table.Td ta="right">{formatMoney(order.subtotal, order.currency)}</Table.Td>
            <Table.Td>{formatDate(order.created_at)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function OrderCards({ orders }: { orders: OrderSummary[] }) {
  return (
    <Cards>
      {orders.map((order) => (
        <Card key={order.id}>
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
        </Card>
      ))}
    </Cards>
  )
}

function NumberLink({ order: { id, order_number } }: { order: OrderSummary }) {
  return (
    <PageLink to="/orders/$id" params={{ id }} inherit>
      {order_number}
    </PageLink>
  )
}

function describeReceived({ total_quantity_received, total_quantity_ordered }: OrderSummary): string {
  return texts.ofTotal(formatNumber(total_quantity_received), formatNumber(total_quantity_ordered))
}
