import { Text } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Order } from '../../../client'
import { PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { Section } from '../parts/section'
import { OrderActions } from './order-actions'
import { OrderFacts } from './order-facts'
import { OrderHistory } from './order-history'
import { OrderLines } from './order-lines'
import { OrderLoaded } from './order-loaded'
import { hasReceipts } from './order-rules'
import { Receipts } from './receipts'
import { texts } from './texts'

export default function OrderPage() {
  const { id } = useParams({ from: '/orders/$id' })
  return (
    <OrderLoaded key={id} id={id}>
      {({ order, etag }) => <ShownOrder order={order} etag={etag} />}
    </OrderLoaded>
  )
}

function ShownOrder({ order, etag }: { order: Order; etag: string | null }) {
  const { offset = 0, receipt } = useSearch({ from: '/orders/$id' })
  return (
    <Page title={order.order_number} actions={<OrderActions order={order} etag={etag} />}>
      <div>
        <PageLink to="/orders">{texts.allOrders}</PageLink>
      </div>
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
