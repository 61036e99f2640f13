import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Order } from '../../../client'
import { type ChangeRequest, useChange } from '../api/change'
import { api } from '../api/client'
import { useQuestion } from '../api/question'
import { useSubmission } from '../api/submission'
import { Confirm } from '../parts/confirm'
import { firstField } from '../parts/first-field'
import { Form, FormModal } from '../parts/form-drawer'
import { can } from './order-rules'
import { getOrder, keepOrder, ofOrders } from './queries'
import type { Question } from './search'
import { texts } from './texts'

type Props = { order: Order; etag: string | null }

/** A change of the order that needs no more than a yes. */
function useVerb(question: Question, { order }: Props, send: ChangeRequest<string, Order>) {
  const queries = useQueryClient()
  const { opened, close } = useQuestion('ask')
  const change = useChange(send, {
    name: `${question} ${order.id}`,
    stale: ofOrders,
    describe: ({ order_number }) => texts.done[question](order_number),
    onDone: (changed) => {
      keepOrder(queries, changed)
      close()
    },
  })
  const asking = {
    title: texts.questions[question](order.order_number),
    action: texts.actions[question],
    change,
    onClose: () => {
      // What was refused was meant for an order in another state.
      if (change.error) void queries.invalidateQueries({ queryKey: getOrder(order.id).queryKey })
      close()
    },
    onConfirm: () => change.mutate(order.id),
  }
  return { isAsked: opened === question, asking }
}

export function PlaceOrder(props: Props) {
  const { isAsked, asking } = useVerb('place', props, (id, options) => api.placeOrder(id, options))
  return (
    <Confirm opened={isAsked && can.place(props.order)} colour="blue" {...asking}>
      <Text>{texts.placeHint(props.order.supplier.name)}</Text>
    </Confirm>
  )
}

export function CloseOrder(props: Props) {
  const { isAsked, asking } = useVerb('close', props, (id, options) => api.closeOrder(id, options))
  return (
    <Confirm opened={isAsked && can.close(props.order)} {...asking}>
      <Text>{texts.closeHint}</Text>
    </Confirm>
  )
}

/** Deletes the draft that is shown, and none that somebody else has changed since. */
export function DeleteOrder({ order, etag }: Props) {
  const navigate = useNavigate()
  const { opened, close } = useQuestion('ask')
  const change = useChange(
    ({ id, ifMatch }: { id: string; ifMatch: string | null }, options) =>
      api.deleteOrder(id, { ...options, ...(ifMatch !== null && { ifMatch }) }),
    { name: `remove ${order.id}`, stale: ofOrders, onDone: () => void navigate({ to: '/orders', replace: true }) },
  )
  return (
    <Confirm
      opened={opened === 'remove' && can.edit(order)}
      onClose={close}
      title={texts.questions.remove(order.order_number)}
      action={texts.actions.remove}
      change={change}
      onConfirm={() => change.mutate({ id: order.id, ifMatch: etag })}
    >
      <Text>{texts.removeHint}</Text>
    </Confirm>
  )
}

export function CancelOrder({ order }: Props) {
  const { opened, close } = useQuestion('ask')
  return (
    <FormModal
      opened={opened === 'cancel' && can.cancel(order)}
      onClose={close}
      title={texts.questions.cancel(order.order_number)}
    >
      <CancelForm order={order} onClose={close} />
    </FormModal>
  )
}

function CancelForm({ order, onClose }: Omit<Props, 'etag'> & { onClose: () => void }) {
  const queries = useQueryClient()
  const submission = useSubmission({
    name: `cancel ${order.id}`,
    initial: { cancel_reason: '' },
    make: ({ cancel_reason }) => ({ cancel_reason: cancel_reason.trim() || null }),
    send: (body, options) => api.cancelOrder(order.id, body, options),
    stale: ofOrders,
    describe: ({ order_number }) => texts.done.cancel(order_number),
    onDone: (cancelled) => {
      keepOrder(queries, cancelled)
      onClose()
    },
  })
  return (
    <Form submission={submission} action={texts.actions.cancel} cancel={texts.keepOrder} onClose={onClose}>
      <Text>{texts.cancelHint}</Text>
      <TextInput label={texts.cancelReason} {...firstField} {...submission.form.getInputProps('cancel_reason')} />
    </Form>
  )
}
