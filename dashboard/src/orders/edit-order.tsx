import { useNavigate } from '@tanstack/react-router'
import type { Order } from '../../../client'
import { api } from '../api/client'
import { queries } from '../api/queries'
import { EditForm } from '../parts/edit-form'
import { ObjectLink } from '../parts/link'
import { Page } from '../parts/page'
import { useLinesPage } from './line-inputs'
import { OrderInputs } from './order-form'
import { NotNow, OrderLoaded, WritersOnly } from './order-loaded'
import { can } from './order-rules'
import {
  checkOrder,
  doubtOrder,
  fillValues,
  findChanges,
  type OrderFormValues,
  readFields,
  type StoredOrder,
} from './order-values'
import { getOrder, keepOrder, ofOrders } from './queries'
import { findDifferences, mergeOrders, toStored } from './stored-order'
import { texts } from './texts'

export default function EditOrder() {
  return (
    <OrderLoaded>
      {({ order, etag }) => (
        <Page title={texts.editOf(order.order_number)} up={<ObjectLink id={order.id}>{order.order_number}</ObjectLink>}>
          <WritersOnly>
            {can.edit(order) && <EditFields order={order} etag={etag} />}
            {!can.edit(order) && <NotNow order={order} title={texts.hasEnded} hint={texts.hasEndedHint} />}
          </WritersOnly>
        </Page>
      )}
    </OrderLoaded>
  )
}

function EditFields({ order, etag }: { order: Order; etag: string | null }) {
  const navigate = useNavigate()
  const lines = useLinesPage()
  const close = () => void navigate({ to: '/orders/$id', params: { id: order.id } })
  return (
    <EditForm
      name={`edit ${order.id}`}
      stored={toStored(order, etag)}
      readStored={async () => {
        const now = await queries.fetchQuery({ ...getOrder(order.id), staleTime: 0 })
        return toStored(now.order, now.etag)
      }}
      fill={(stored: StoredOrder): OrderFormValues => ({ ...fillValues(stored.fields), begins: 'draft', base: stored })}
      read={readFields}
      check={checkOrder}
      doubt={doubtOrder}
      pickChanges={findChanges}
      merge={mergeOrders}
      compare={(mine, base, theirs) => findDifferences(mine, base.fields, theirs.fields)}
      send={(changes, options) => api.updateOrder(order.id, changes, options)}
      stale={ofOrders}
      onDone={(saved) => {
        if (saved) keepOrder(saved)
        close()
      }}
      onError={lines.showFault}
      onClose={close}
      conflict={texts.conflict}
    >
      {(form) => <OrderInputs form={form} lines={lines} isPlaced={order.status !== 'draft'} />}
    </EditForm>
  )
}
