import { Button } from '@mantine/core'
import type { Order } from '../../../client'
import { useRights } from '../api/person'
import { useQuestion } from '../api/question'
import { ButtonLink } from '../parts/link'
import { OrderQuestions } from './order-questions'
import { can } from './order-rules'
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
        <ButtonLink to="/orders/$id/receive" params={params}>
          {texts.receive}
        </ButtonLink>
      )}
      {write && can.edit(order) && (
        <ButtonLink to="/orders/$id/edit" params={params} variant="default">
          {texts.edit}
        </ButtonLink>
      )}
      <ButtonLink to="/orders/$id/print" params={params} variant="default">
        {texts.print}
      </ButtonLink>
      {write && can.close(order) && button('close')}
      {write && can.cancel(order) && button('cancel')}
      {write && can.edit(order) && button('remove')}
      {write && <OrderQuestions {...props} />}
    </>
  )
}
