import { SimpleGrid, Text } from '@mantine/core'
import type { Order } from '../../../client'
import { Facts } from '../parts/facts'
import { formatTime } from '../parts/format'
import { PageLink } from '../parts/link'
import { Section } from '../parts/section'
import { Expected, OrderStatus } from './order-marks'
import { texts } from './texts'

/** What is stored about an order, but its lines. What it does not have is left out. */
export function OrderFacts({ order }: { order: Order }) {
  const { supplier, status, location, notes, cancel_reason } = order
  const times = (['created_at', 'ordered_at', 'received_at', 'closed_at', 'cancelled_at'] as const).map((name) => ({
    label: texts.times[name],
    value: order[name] && formatTime(order[name]),
  }))
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title={texts.supplier}>
        <Facts
          facts={[
            { label: texts.supplierFields.name, value: <SupplierLink name={supplier.name} /> },
            { label: texts.supplierFields.email, value: supplier.email },
            { label: texts.supplierFields.phone, value: supplier.phone },
            { label: texts.supplierFields.reference, value: supplier.reference },
          ]}
        />
        {notes !== null && (
          <Text style={{ whiteSpace: 'pre-wrap' }}>
            {texts.fields.notes}: {notes}
          </Text>
        )}
      </Section>
      <Section title={texts.order}>
        <Facts
          facts={[
            { label: texts.status, value: <OrderStatus status={status} /> },
            { label: texts.fields.expected_at, value: order.expected_at && <Expected order={order} /> },
            { label: texts.fields.location, value: location },
            ...times,
            { label: texts.cancelReason, value: cancel_reason },
          ]}
        />
      </Section>
    </SimpleGrid>
  )
}

function SupplierLink({ name }: { name: string }) {
  return (
    <PageLink to="/orders" search={{ supplier: name }} inherit>
      {name}
    </PageLink>
  )
}
