import { Stack, Text } from '@mantine/core'
import type { LineItem, Order } from '../../../client'
import { breakAt, type Column, DataTable } from '../parts/data-table'
import { formatNumber } from '../parts/format'
import { ObjectLink } from '../parts/link'
import { formatMoney } from './money'
import { texts } from './texts'

const counts = ['quantity_ordered', 'quantity_received', 'quantity_rejected', 'quantity_outstanding'] as const

/** What is ordered, and what has come of it. */
export function OrderLines({ order }: { order: Order }) {
  const money = (amount: string | null) => amount !== null && formatMoney(amount, order.currency)
  return (
    <Stack gap="sm">
      <DataTable
        minWidth={760}
        rows={order.line_items}
        columns={[
          { title: texts.item, cell: (line) => <LineItemName line={line} />, card: 'head', ...breakAt(320) },
          ...counts.map((name): Column<LineItem> => {
            return {
              title: texts.counts[name],
              cell: (line) => formatNumber(line[name]),
              card: 'fact',
              ta: 'right',
              ff: 'monospace',
            }
          }),
          { title: texts.unitCost, cell: ({ unit_cost }) => money(unit_cost), card: 'fact', ta: 'right' },
          { title: texts.lineTotal, cell: ({ line_total }) => money(line_total), ta: 'right' },
        ]}
      />
      <Text ta="right" fw={600}>
        {texts.subtotal}: {money(order.subtotal)}
      </Text>
    </Stack>
  )
}

/** The item of a line, as it was called when it was ordered. */
function LineItemName({ line: { item_id, name, sku, notes } }: { line: LineItem }) {
  return (
    <Stack gap={0}>
      <ObjectLink id={item_id} inherit>
        {name}
      </ObjectLink>
      <Text size="sm">{sku}</Text>
      {notes !== null && <Text size="sm">{notes}</Text>}
    </Stack>
  )
}
