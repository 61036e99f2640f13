import type { ReactNode } from 'react'
import type { Order } from '../../../client'
import { api } from '../api/client'
import { ChangeForm } from '../parts/form'
import { Radios } from '../parts/radios'
import { type LinesPage, type OrderForm, useLinesPage } from './line-inputs'
import { checkOrder, doubtOrder, makeOrder, type OrderFormValues } from './order-values'
import { keepOrder, ofOrders } from './queries'
import { texts } from './texts'

type Props = {
  name: string
  initial: OrderFormValues
  /** What the other button says. */
  cancel?: string
  onMade: (order: Order) => void
  onClose: () => void
  children: (form: OrderForm, lines: LinesPage) => ReactNode
}

/** The form of an order that is not there yet: below its fields, what becomes of it at first. */
export function CreateOrder({ onMade, children, ...ofForm }: Props) {
  const lines = useLinesPage()
  return (
    <ChangeForm
      {...ofForm}
      check={checkOrder}
      doubt={doubtOrder}
      make={({ begins, base: _, ...values }) => makeOrder(values, begins)}
      send={api.createOrder}
      stale={ofOrders}
      onDone={(order) => {
        keepOrder(order)
        onMade(order)
      }}
      onError={lines.showFault}
      action={({ begins }) => (begins === 'draft' ? texts.saveDraft : texts.placeIt)}
    >
      {(form) => (
        <>
          {children(form, lines)}
          <Radios label={texts.begins} choices={texts.beginnings} {...form.getInputProps('begins')} />
        </>
      )}
    </ChangeForm>
  )
}
