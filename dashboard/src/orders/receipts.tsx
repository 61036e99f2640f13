import { List, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Order, Receipt } from '../../../client'
import { api } from '../api/client'
import { stockQueries, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { useActorNames } from '../items/who'
import { Confirm } from '../parts/confirm'
import { breakAt, DataTable } from '../parts/data-table'
import { formatNumber, formatTime } from '../parts/format'
import { PageRows } from '../parts/list-page'
import { RowButton } from '../parts/row-button'
import { useAsk } from './order-actions'
import { can } from './order-rules'
import { listHistory, listReceipts, ofOrders } from './queries'
import { describeSums } from './receive-values'
import { texts } from './texts'

type Props = { order: Order; offset: number; shown: string | undefined }

/** The deliveries of an order, newest first. That which the address names, or else the newest, is unfolded. */
export function Receipts({ order, offset, shown }: Props) {
  const receipts = useQuery(listReceipts(order.id, offset))
  const name = useNamer(order.id)
  return (
    <Stack gap="xs">
      <PageRows query={receipts} rows={2} empty={<Text>{texts.noReceipts}</Text>} isPart>
        {({ data }) =>
          data.map((receipt) => {
            const isOpen = receipt.id === (shown ?? data[0]?.id)
            return <Delivery key={receipt.id} receipt={receipt} order={order} name={name} isOpen={isOpen} />
          })
        }
      </PageRows>
    </Stack>
  )
}

type Namer = (time: string, userId: string) => string

/** Tells when it was done, and by whom: the log has the name under the same time. A receipt has an id alone. */
function useNamer(id: string): Namer {
  const nameActor = useActorNames()
  const entries = useQuery(listHistory(id)).data?.data ?? []
  return (time, userId) =>
    texts.by(formatTime(time), nameActor(entries.find(({ created_at }) => created_at === time)?.actor, userId))
}

type DeliveryProps = { receipt: Receipt; order: Order; name: Namer; isOpen: boolean }

function Delivery({ receipt, order, name, isOpen }: DeliveryProps) {
  const { write } = useRights()
  const { id, created_at, received_by, reversed_at, reversed_by, reference, note, lines } = receipt
  const { show } = useQuestion('ask')
  const canTakeBack = write && can.back(order) && reversed_at === null
  return (
    <Paper withBorder p="sm">
      <details open={isOpen}>
        <Text component="summary" size="sm">
          {name(created_at, received_by)}: {describeSums(lines)}
          {reference !== null && ` · ${reference}`}
        </Text>
        {reversed_at !== null && <Text fw={600}>{texts.takenBack(name(reversed_at, reversed_by ?? ''))}</Text>}
        {note !== null && (
          <Text size="sm" className="as-typed">
            {note}
          </Text>
        )}
        <ReceivedLines lines={lines} order={order} />
        {canTakeBack && (
          <RowButton name={texts.backOf(formatTime(created_at))} onClick={() => show('back', { receipt: id })}>
            {texts.actions.back}
          </RowButton>
        )}
      </details>
      {canTakeBack && <TakeBack receipt={receipt} order={order} />}
    </Paper>
  )
}

/** Asks before a delivery is taken back. The address names it. */
function TakeBack({ receipt: { id, created_at, lines }, order }: { receipt: Receipt; order: Order }) {
  const { opened, ...asked } = useAsk(order)('back')
  const { receipt } = useSearch({ from: '/orders/$id' })
  const accepted = lines.filter(({ quantity_accepted }) => quantity_accepted > 0)
  const nameLine = makeLineNamer(order)
  return (
    <Confirm
      {...asked}
      opened={opened && receipt === id}
      title={texts.questions.back(formatTime(created_at))}
      name={`back ${id}`}
      input={id}
      send={(given, options) => api.reverseReceipt(order.id, given, options)}
      stale={[...stockQueries, ...ofOrders]}
      onDone={(received) => asked.onDone(received.order, received)}
    >
      <Text>{accepted.length === 0 ? texts.backNothing : texts.backHint}</Text>
      <List>
        {accepted.map((line) => (
          <List.Item key={line.line_item_id}>
            {texts.backLine(formatNumber(line.quantity_accepted), nameLine(line))}
          </List.Item>
        ))}
      </List>
    </Confirm>
  )
}

function ReceivedLines({ lines, order }: Pick<Receipt, 'lines'> & { order: Order }) {
  const nameLine = makeLineNamer(order)
  return (
    <DataTable
      minWidth={440}
      rows={lines}
      keyOf={({ line_item_id }) => line_item_id}
      columns={[
        { title: texts.item, cell: nameLine, ...breakAt(320) },
        { title: texts.accepted, cell: ({ quantity_accepted }) => formatNumber(quantity_accepted), ta: 'right' },
        { title: texts.rejected, cell: ({ quantity_rejected }) => formatNumber(quantity_rejected), ta: 'right' },
        { title: texts.reason, cell: ({ rejection_reason }) => rejection_reason, ...breakAt(240) },
      ]}
    />
  )
}

/** A receipt has the SKU of a line, the order its name. */
function makeLineNamer({ line_items }: Order): (line: Receipt['lines'][number]) => string {
  const names = new Map(line_items.map(({ id, name }) => [id, name]))
  return ({ line_item_id, sku }) => texts.lineOf(sku, names.get(line_item_id) ?? '')
}
