import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order, ReceivedOrder } from '../../../client'
import { Empty } from '../parts/empty'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { OrderLoaded } from './order-loaded'
import { can } from './order-rules'
import { ReceiveForm } from './receive-form'
import { ReceivedNotice } from './received-notice'
import { texts } from './texts'
import { WritersOnly } from './writers-only'

export default function ReceiveOrder() {
  const { id } = useParams({ from: '/orders/$id/receive' })
  const [received, setReceived] = useState<ReceivedOrder | null>(null)
  return (
    <OrderLoaded key={id} id={id}>
      {({ order }) => (
        <Page title={texts.receiveOf(order.order_number)}>
          <WritersOnly>
            {received && <ReceivedNotice key={received.receipt.id} received={received} />}
            {can.receive(order) && <ReceiveForm order={order} onReceived={setReceived} />}
            {!can.receive(order) && !received && <NothingToReceive order={order} />}
          </WritersOnly>
        </Page>
      )}
    </OrderLoaded>
  )
}

function NothingToReceive({ order: { id, order_number } }: { order: Order }) {
  return (
    <Empty title={texts.nothingToReceive} hint={texts.nothingToReceiveHint}>
      <ButtonLink to="/orders/$id" params={{ id }} variant="default">
        {order_number}
      </ButtonLink>
    </Empty>
  )
}
