import { Button, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Order } from '../../../client'
import { api } from '../api/client'
import { queries, useRights } from '../api/queries'
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

/** The questions before an order is changed. The address says which is open. */
function OrderQuestions({ order, etag }: Props) {
  const navigate = useNavigate()
  const { opened, close } = useQuestion('ask')
  const { id, order_number } = order
  /** What all of them have alike. Each answers the order as it is then. */
  const ask = (question: Question) => ({
    title: texts.questions[question](order_number),
    action: texts.actions[question],
    name: `${question} ${id}`,
    stale: ofOrders,
    describe: () => texts.done[question](order_number),
    onDone: (changed: Order) => {
      keepOrder(changed)
      close()
    },
    onClose: (error: Error | null = null) => {
      // What was refused was meant for an order in another state.
      if (error) void queries.invalidateQueries({ queryKey: getOrder(id).queryKey })
      close()
    },
  })
  const { title, ...cancelling } = ask('cancel')
  return (
    <>
      <Confirm
        {...ask('place')}
        opened={opened === 'place' && can.place(order)}
        colour="accent"
        input={id}
        send={api.placeOrder}
      >
        <Text>{texts.placeHint(order.supplier.name)}</Text>
      </Confirm>
      <Confirm {...ask('close')} opened={opened === 'close' && can.close(order)} input={id} send={api.closeOrder}>
        <Text>{texts.closeHint}</Text>
      </Confirm>
      <Confirm
        {...ask('remove')}
        opened={opened === 'remove' && can.remove(order)}
        // The draft that is shown is deleted, and none that somebody else has changed since.
        input={{ ifMatch: etag }}
        send={({ ifMatch }: { ifMatch: string | null }, options) =>
          api.deleteOrder(id, { ...options, ...(ifMatch !== null && { ifMatch }) })
        }
        onDone={() => void navigate({ to: '/orders', replace: true })}
      >
        <Text>{texts.removeHint}</Text>
      </Confirm>
      <FormModal opened={opened === 'cancel' && can.cancel(order)} onClose={close} title={title}>
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
              <TextInput label={texts.cancelReason} {...firstField} {...form.getInputProps('cancel_reason')} />
            </>
          )}
        </ChangeForm>
      </FormModal>
    </>
  )
}
