import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client'
import { describeError } from '../api/errors'
import { useSubmission } from '../api/submission'
import { Form } from '../parts/form-drawer'
import { Page } from '../parts/page'
import { Begins, nameAction } from './begins'
import { useLinesPage } from './line-inputs'
import { findRow } from './lines'
import { OrderInputs } from './order-form'
import { checkOrder, doubtOrder, makeOrder, noOrder, type OrderFormValues } from './order-values'
import { keepOrder, ofOrders } from './queries'
import { texts } from './texts'
import { WritersOnly } from './writers-only'

export default function NewOrder() {
  return (
    <Page title={texts.create}>
      <WritersOnly>
        <NewOrderForm />
      </WritersOnly>
    </Page>
  )
}

const initial: OrderFormValues = { ...noOrder, begins: 'draft', base: null }

function NewOrderForm() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const lines = useLinesPage()
  const submission = useSubmission({
    name: 'new order',
    initial,
    check: checkOrder,
    doubt: doubtOrder,
    make: ({ begins, base: _, ...values }) => makeOrder(values, begins),
    send: (order, options) => api.createOrder(order, options),
    stale: ofOrders,
    onDone: (order) => {
      keepOrder(queries, order)
      void navigate({ to: '/orders/$id', params: { id: order.id }, replace: true })
    },
    onError: (error) => lines.show(findRow(describeError(error).field) ?? lines.offset),
  })
  const { form } = submission
  return (
    <Form submission={submission} action={nameAction(form)} onClose={() => void navigate({ to: '/orders' })}>
      <OrderInputs form={form} lines={lines} />
      <Begins form={form} />
    </Form>
  )
}
