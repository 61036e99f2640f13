import { useNavigate } from '@tanstack/react-router'
import { PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { CreateOrder } from './create-order'
import { OrderInputs } from './order-form'
import { WritersOnly } from './order-loaded'
import { checkOrder, noOrder, type OrderFormValues } from './order-values'
import { texts } from './texts'

const initial: OrderFormValues = { ...noOrder, begins: 'draft', base: null }

export default function NewOrder() {
  const navigate = useNavigate()
  return (
    <Page title={texts.create} up={<PageLink to="/orders">{texts.allOrders}</PageLink>}>
      <WritersOnly>
        <CreateOrder
          name="new order"
          initial={initial}
          check={checkOrder}
          onMade={({ id }) => void navigate({ to: '/orders/$id', params: { id }, replace: true })}
          onClose={() => void navigate({ to: '/orders' })}
        >
          {(form, lines) => <OrderInputs form={form} lines={lines} />}
        </CreateOrder>
      </WritersOnly>
    </Page>
  )
}
