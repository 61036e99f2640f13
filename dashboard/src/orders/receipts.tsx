import { Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order, Receipt } from '../../../client'
import { useActorNames } from '../items/who'
import { breakAt, DataTable } from '../parts/data-table'
import { formatNumber, formatTime } from '../parts/format'
import { PageRows } from '../parts/list-page'
import { listHistory, listReceipts } from './queries'
import { texts } from './texts'

type Props = { order: Order; offset: number; shown: string | undefined }

/** The deliveries of an order, newest first. That which the address names, or else the newest, is unfolded. */
export function Receipts({ order, offset, shown }: Props) {
  const receipts = useQuery(listReceipts(order.id, offset))
  const name = useReceivers(order.id)
  return (
    <Stack gap="xs">
      <PageRows query={receipts} rows={2} empty={null} isPart>
        {({ data }) =>
          data.map((receipt) => {
            const isOpen = receipt.id === (shown ?? data[0]?.id)
            return <Delivery key={receipt.id} receipt={receipt} order={order} who={name(receipt)} isOpen={isOpen} />
          })
        }
      </PageRows>
    </Stack>
  )
}

/** The log has who has done it, under the same time. A receipt has an id alone. */
function useReceivers(id: string): (receipt: Receipt) => string {
  const nameActor = useActorNames()
  const entries = useQuery(listHistory(id)).data?.data ?? []
  return ({ received_by, created_at }) =>
    nameActor(entries.find((entry) => entry.created_at === created_at)?.actor, received_by)
}

type DeliveryProps = { receipt: Receipt; order: Order; who: string; isOpen: boolean }

function Delivery({ receipt, order, who, isOpen }: DeliveryProps) {
  const { created_at, reference, note, lines } = receipt
  const sum = (name: 'quantity_accepted' | 'quantity_rejected') =>
    formatNumber(lines.reduce((total, line) => total + line[name], 0))
  return (
    <Paper withBorder p="sm">
      <details open={isOpen}>
        <Text component="summary" size="sm">
          {texts.by(formatTime(created_at), who)}: {texts.sums(sum('quantity_accepted'), sum('quantity_rejected'))}
          {reference !== null && ` · ${reference}`}
        </Text>
        {note !== null && <Text size="sm">{note}</Text>}
        <ReceivedLines lines={lines} order={order} />
      </details>
    </Paper>
  )
}

function ReceivedLines({ lines, order }: Pick<Receipt, 'lines'> & { order: Order }) {
  const names = new Map(order.line_items.map(({ id, name }) => [id, name]))
  return (
    <DataTable
      minWidth={440}
      rows={lines}
      keyOf={({ line_item_id }) => line_item_id}
      columns={[
        {
          title: texts.item,
          cell: ({ line_item_id, sku }) => texts.lineOf(sku, names.get(line_item_id) ?? ''),
          ...breakAt(320),
        },
        { title: texts.accepted, cell: ({ quantity_accepted }) => formatNumber(quantity_accepted), ta: 'right' },
        { title: texts.rejected, cell: ({ quantity_rejected }) => formatNumber(quantity_rejected), ta: 'right' },
        { title: texts.reason, cell: ({ rejection_reason }) => rejection_reason, ...breakAt(240) },
      ]}
    />
  )
}
