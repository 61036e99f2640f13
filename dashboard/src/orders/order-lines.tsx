import { Group, Stack, Table, Text } from '@mantine/core'
import type { LineItem, Order } from '../../../client'
import { Card, Cards } from '../parts/cards'
import { formatNumber } from '../parts/format'
import { PageLink } from '../parts/link'
import { useIsPhone } from '../parts/phone'
import { WideTable } from '../parts/wide-table'
import { formatMoney } from './money'
import { texts } from './texts'

/** What is ordered, and what has come of it: on a phone as cards. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <Stack gap="sm">
      {useIsPhone() ? <LineCards order={order} /> : <Rows order={order} />}
      <Text ta="right" fw={600}>
        {texts.subtotal}: {formatMoney(order.subtotal, order.currency)}
      </Text>
    </Stack>
  )
}

const counts = ['quantity_ordered', 'quantity_received', 'quantity_rejected', 'quantity_outstanding'] as const

function Rows({ order: { line_items, currency } }: { order: Order }) {
  return (
    <WideTable minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.item}</Table.Th>
          {counts.map((name) => (
            <Table.Th key={name} ta="right">
              {texts.counts[name]}
            </Table.Th>
          ))}
          <Table.Th ta="right">{texts.unitCost}</Table.Th>
          <Table.Th ta="right">{texts.lineTotal}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {line_items.map((line) => (
          <Table.Tr key={line.id}>
            <Table.Td maw={320}>
              <LineItemName line={line} />
            </Table.Td>
            {counts.map((name) => (
              <Table.Td key={name} ta="right" ff="monospace">
                {formatNumber(line[name])}
              </Table.Td>
            ))}
            <Table.Td ta="right">{line.unit_cost !== null && formatMoney(line.unit_cost, currency)}</Table.Td>
            <Table.Td ta="right">{line.line_total !== null && formatMoney(line.line_total, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function LineCards({ order: { line_items, currency } }: { order: Order }) {
  return (
    <Cards>
      {line_items.map((line) => (
        <Card key={line.id}>
          <LineItemName line={line} />
          <Group gap="md" mt={4}>
            {counts.map((name) => (
              <Text key={name} size="sm">
                {texts.counts[name]} <b>{formatNumber(line[name])}</b>
              </Text>
            ))}
          </Group>
          {line.unit_cost !== null && (
            <Text size="sm">
              {texts.unitCost} {formatMoney(line.unit_cost, currency)}
            </Text>
          )}
        </Card>
      ))}
    </Cards>
  )
}

/** The item of a line, as it was called when it was ordered. */
function LineItemName({ line: { item_id, name, sku, notes } }: { line: LineItem }) {
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <PageLink to="/items/$id" params={{ id: item_id }} inherit>
        {name}
      </PageLink>
      <Text size="sm">{sku}</Text>
      {notes !== null && <Text size="sm">{notes}</Text>}
    </Stack>
  )
}
