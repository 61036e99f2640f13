import { Button, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Order } from '../../../client'
import { api } from '../api/client'
import { readAgain, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { Confirm } from '../parts/confirm'
import { firstField } from '../parts/first-field'
import { ChangeForm } from '../parts/form'
import { FormModal } from '../parts/form-drawer'
import { ButtonLink } from '../parts/link'
import { can } from './order-rules'
import { getOrder, keepOrder, ofOrders } from './queries'
import type { Question } from './search'
import { texts } from './texts'

type Props = { order: Order; etag: string | null }

/** What can be done with an order in its state, by those who may. Everybody may print it. */
export function OrderActions(props: Props) {
  const { order } = props
  const { write } = useRights()
  const { show } = useQuestion('ask')
  const params = { id: order.id }
  const button = (question: Question, variant = 'default') => (
    <Button variant={variant} onClick={() => show(question)}>
      {texts.actions[question]}
    </Button>
  )
  return (
    <>
      {write && can.place(order) && button('place', 'filled')}
      {write && can.receive(order) && (
        <ButtonLink variant="filled" to="/orders/$id/receive" params={params}>
          {texts.receive}
        </ButtonLink>
      )}
      {write && can.edit(order) && (
        <ButtonLink to="/orders/$id/edit" params={params}>
          {texts.edit}
        </ButtonLink>
      )}
      <ButtonLink to="/orders/$id/print" params={params}>
        {texts.print}
      </ButtonLink>
      {write && can.close(order) && button('close')}
      {write && can.cancel(order) && button('cancel')}
      {write && can.remove(order) && button('remove')}
      {write && <OrderQuestions {...props} />}
    </>
  )
}

/**
 * What all questions before an order is changed have alike. The address says which is open. Each answers the order as it
 * is then, in `answer`.
 */
export function useAsk(order: Order) {
  const { opened, close } = useQuestion('ask')
  const { id, order_number } = order
  return (question: Question) => ({
    opened: opened === question && can[question](order),
    title: texts.questions[question](order_number),
    action: texts.actions[question],
    name: `${question} ${id}`,
    stale: ofOrders,
    describe: () => texts.done[question](order_number),
    onDone: (changed: Order, answer: object = changed) => {
      keepOrder(changed, answer)
      close()
    },
    onClose: (error: Error | null = null) => {
      // What was refused was meant for an order in another state.
      if (error) void readAgain([getOrder(id).queryKey])
      close()
    },
  })
}

function OrderQuestions({ order, etag }: Props) {
  const navigate = useNavigate()
  const ask = useAsk(order)
  const { id, supplier } = order
  const { opened, title, ...cancelling } = ask('cancel')
  return (
    <>
      <Confirm {...ask('place')} colour="accent" input={id} send={api.placeOrder}>
        <Text>{texts.placeHint(supplier.name)}</Text>
      </Confirm>
      <Confirm {...ask('close')} input={id} send={api.closeOrder}>
        <Text>{texts.closeHint}</Text>
      </Confirm>
      <Confirm
        {...ask('remove')}
        // The draft that is shown is deleted, and none that somebody else has changed since.
        input={{ ifMatch: etag }}
        send={({ ifMatch }: { ifMatch: string | null }, options) =>
          api.deleteOrder(id, { ...options, ...(ifMatch !== null && { ifMatch }) })
        }
        onDone={() => void navigate({ to: '/orders', replace: true })}
      >
        <Text>{texts.removeHint}</Text>
      </Confirm>
      <FormModal opened={opened} onClose={cancelling.onClose} title={title}>
        <ChangeForm
          {...cancelling}
          initial={{ cancel_reason: '' }}
          make={({ cancel_reason }) => ({ cancel_reason: cancel_reason.trim() || null })}
          send={(body, options) => api.cancelOrder(id, body, options)}
          cancel={texts.keepOrder}
        >
          {(form) => (
            <>
              <Text>{texts.cancelHint}</Text>
              <TextInput label={texts.reason} {...firstField} {...form.getInputProps('cancel_reason')} />
            </>
          )}
        </ChangeForm>
      </FormModal>
    </>
  )
}
