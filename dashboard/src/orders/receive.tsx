import { Alert, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReceivedOrder } from '../../../client'
import { bringIn } from '../parts/first-field'
import { formatNumber } from '../parts/format'
import { ButtonLink, ObjectLink } from '../parts/link'
import { Page } from '../parts/page'
import { NotNow, OrderLoaded, WritersOnly } from './order-loaded'
import { can } from './order-rules'
import { ReceiveForm } from './receive-form'
import { describeSums } from './receive-values'
import { texts } from './texts'

export default function ReceiveOrder() {
  const [received, setReceived] = useState<ReceivedOrder | null>(null)
  return (
    <OrderLoaded>
      {({ order }) => (
        <Page
          title={texts.receiveOf(order.order_number)}
          up={<ObjectLink id={order.id}>{order.order_number}</ObjectLink>}
        >
          <WritersOnly>
            {received && <ReceivedNotice key={received.receipt.id} received={received} />}
            {can.receive(order) && <ReceiveForm order={order} onReceived={setReceived} />}
            {!can.receive(order) && !received && (
              <NotNow order={order} title={texts.nothingToReceive} hint={texts.nothingToReceiveHint} />
            )}
          </WritersOnly>
        </Page>
      )}
    </OrderLoaded>
  )
}

/** What was received last, and what is still to come. It comes into the picture, once: each delivery has its own. */
function ReceivedNotice({ received: { order, receipt } }: { received: ReceivedOrder }) {
  const open = order.line_items.filter(({ quantity_outstanding }) => quantity_outstanding > 0)
  const units = open.reduce((total, { quantity_outstanding }) => total + quantity_outstanding, 0)
  return (
    <Alert ref={bringIn} color="green" role="status" title={texts.receivedNow(describeSums(receipt.lines))}>
      <Stack gap="xs">
        <Text size="sm">
          {open.length === 0 ? texts.complete : texts.stillOpen(formatNumber(units), formatNumber(open.length))}
        </Text>
        <Group gap="xs">
          <ButtonLink to="/orders/$id" params={{ id: order.id }} search={{ receipt: receipt.id }}>
            {texts.openDelivery}
          </ButtonLink>
        </Group>
      </Stack>
    </Alert>
  )
}
