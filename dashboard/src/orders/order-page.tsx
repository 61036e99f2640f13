import { List, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { AuditEntry, LineItem, Order } from '../../../client'
import { useActorNames } from '../items/who'
import { Answer } from '../parts/answer'
import { asNumber, breakAt, type Column, DataTable } from '../parts/data-table'
import { Facts } from '../parts/facts'
import { formatNumber, formatTime } from '../parts/format'
import { ObjectLink, PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { Section } from '../parts/section'
import { describeEntry } from './history'
import { formatMoney } from './money'
import { OrderActions } from './order-actions'
import { OrderLoaded } from './order-loaded'
import { OrderStatus, showExpected } from './order-marks'
import { hasReceipts } from './order-rules'
import { listHistory } from './queries'
import { Receipts } from './receipts'
import { texts } from './texts'

export default function OrderPage() {
  return <OrderLoaded>{({ order, etag }) => <ShownOrder order={order} etag={etag} />}</OrderLoaded>
}

function ShownOrder({ order, etag }: { order: Order; etag: string | null }) {
  const { offset = 0, receipt } = useSearch({ from: '/orders/$id' })
  return (
    <Page
      title={order.order_number}
      up={<PageLink to="/orders">{texts.allOrders}</PageLink>}
      actions={<OrderActions order={order} etag={etag} />}
    >
      <OrderFacts order={order} />
      <Section title={texts.lines}>
        <OrderLines order={order} />
      </Section>
      <Section title={texts.receipts}>
        {hasReceipts(order) ? (
          <Receipts order={order} offset={offset} shown={receipt} />
        ) : (
          <Text>{texts.noReceipts}</Text>
        )}
      </Section>
      <Section title={texts.history}>
        <OrderHistory order={order} />
      </Section>
    </Page>
  )
}

/** What is stored about an order, but its lines. What it does not have is left out. */
function OrderFacts({ order }: { order: Order }) {
  const { supplier, status, location, notes, cancel_reason } = order
  const times = (['created_at', 'ordered_at', 'received_at', 'closed_at', 'cancelled_at'] as const).map((name) => ({
    label: texts.times[name],
    value: order[name] && formatTime(order[name]),
  }))
  const suppliersOrders = (
    <PageLink to="/orders" search={{ supplier: supplier.name }} inherit>
      {supplier.name}
    </PageLink>
  )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title={texts.supplier}>
        <Facts
          facts={[
            { label: texts.supplierFields.name, value: suppliersOrders },
            { label: texts.supplierFields.email, value: supplier.email },
            { label: texts.supplierFields.phone, value: supplier.phone },
            { label: texts.supplierFields.reference, value: supplier.reference },
          ]}
        />
        {notes !== null && (
          <Text className="as-typed">
            {texts.fields.notes}: {notes}
          </Text>
        )}
      </Section>
      <Section title={texts.order}>
        <Facts
          facts={[
            { label: texts.status, value: <OrderStatus status={status} /> },
            { label: texts.expectedOn, value: showExpected(order) },
            { label: texts.fields.location, value: location },
            ...times,
            { label: texts.reason, value: cancel_reason },
          ]}
        />
      </Section>
    </SimpleGrid>
  )
}

/** What was done with the order, by whom and when, newest first. */
function OrderHistory({ order }: { order: Order }) {
  const history = useQuery(listHistory(order.id))
  return (
    <Answer query={history} rows={3}>
      {({ data, pagination }) => (
        <>
          <List spacing="xs" listStyleType="none">
            {data.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </List>
          {data.length === 0 && <Text>{texts.noHistory}</Text>}
          {pagination.total > data.length && (
            <Text size="sm">{texts.moreHistory(formatNumber(pagination.total - data.length))}</Text>
          )}
        </>
      )}
    </Answer>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const nameActor = useActorNames()
  return (
    <List.Item>
      <Text size="sm">{texts.by(formatTime(entry.created_at), nameActor(entry.actor))}</Text>
      {describeEntry(entry).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </List.Item>
  )
}

const counts = ['quantity_ordered', 'quantity_received', 'quantity_rejected', 'quantity_outstanding'] as const

/** What is ordered, and what has come of it. */
function OrderLines({ order }: { order: Order }) {
  const money = (amount: string | null) => amount !== null && formatMoney(amount, order.currency)
  return (
    <Stack gap="sm">
      <DataTable
        minWidth={760}
        rows={order.line_items}
        columns={[
          { title: texts.item, cell: (line) => <LineItemName line={line} />, card: 'head', ...breakAt(320) },
          ...counts.map((name): Column<LineItem> => {
            return { title: texts.counts[name], cell: (line) => formatNumber(line[name]), card: 'fact', ...asNumber }
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
      {notes !== null && (
        <Text size="sm" className="as-typed">
          {notes}
        </Text>
      )}
    </Stack>
  )
}
