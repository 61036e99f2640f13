import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order, UpdateOrder } from '../../../client'
import type { SendOptions } from '../api/change'
import { api } from '../api/client'
import { describeError, hasCode } from '../api/errors'
import { useSubmission } from '../api/submission'
import { Empty } from '../parts/empty'
import { Form } from '../parts/form-drawer'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { StaleForm } from '../parts/stale-form'
import { useLinesPage } from './line-inputs'
import { findRow } from './lines'
import { OrderInputs } from './order-form'
import { OrderLoaded } from './order-loaded'
import { can } from './order-rules'
import {
  checkOrder,
  doubtOrder,
  fillValues,
  findChanges,
  type OrderFormValues,
  pickFields,
  readFields,
  type StoredOrder,
} from './order-values'
import { getOrder, keepOrder, ofOrders } from './queries'
import { findDifferences, mergeOrders, toStored } from './stored-order'
import { texts } from './texts'
import { WritersOnly } from './writers-only'

export default function EditOrder() {
  const { id } = useParams({ from: '/orders/$id/edit' })
  const [begun, setBegun] = useState(0)
  return (
    <OrderLoaded key={id} id={id}>
      {({ order, etag }) => (
        <Page title={texts.editOf(order.order_number)}>
          <WritersOnly>
            {can.edit(order) ? (
              <EditForm key={begun} order={order} etag={etag} beginAgain={() => setBegun((count) => count + 1)} />
            ) : (
              <NoDraft order={order} />
            )}
          </WritersOnly>
        </Page>
      )}
    </OrderLoaded>
  )
}

function NoDraft({ order: { id, order_number } }: { order: Order }) {
  return (
    <Empty title={texts.noDraft} hint={texts.noDraftHint}>
      <ButtonLink to="/orders/$id" params={{ id }} variant="default">
        {order_number}
      </ButtonLink>
    </Empty>
  )
}

type EditFormProps = { order: Order; etag: string | null; beginAgain: () => void }

function EditForm({ order, etag, beginAgain }: EditFormProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const lines = useLinesPage()
  const [theirs, setTheirs] = useState<StoredOrder | null>(null)
  const close = () => void navigate({ to: '/orders/$id', params: { id: order.id } })
  const submission = useSubmission({
    name: `edit ${order.id}`,
    initial: makeValues(toStored(order, etag)),
    check: checkOrder,
    doubt: doubtOrder,
    make: makeEdit,
    send: (edit, options) => saveOrder(order.id, edit, options),
    stale: ofOrders,
    onDone: (saved) => {
      if (saved) keepOrder(queries, saved)
      close()
    },
    onError: async (error) => {
      lines.show(findRow(describeError(error).field) ?? lines.offset)
      if (!hasCode(error, 'version_conflict')) return
      const stored = await queries.fetchQuery({ ...getOrder(order.id), staleTime: 0 }).catch(() => null)
      if (stored) setTheirs(toStored(stored.order, stored.etag))
    },
  })
  const { form } = submission
  const mine = readFields(form.values)
  const base = form.values.base?.fields ?? pickFields(order)
  const keepMine = (stored: StoredOrder) => {
    const merged = { ...makeValues(stored), ...fillValues(mergeOrders(mine, base, stored.fields)) }
    form.setValues(merged)
    setTheirs(null)
    submission.send(merged)
  }
  const takeTheirs = () => {
    submission.drop()
    beginAgain()
  }
  const conflict = theirs && (
    <StaleForm
      title={texts.conflict}
      differences={findDifferences(mine, base, theirs.fields)}
      onKeep={() => keepMine(theirs)}
      onTake={takeTheirs}
    />
  )
  return (
    <Form submission={submission} action={texts.save} onClose={close} instead={conflict}>
      <OrderInputs form={form} lines={lines} />
    </Form>
  )
}

function makeValues(stored: StoredOrder): OrderFormValues {
  return { ...fillValues(stored.fields), begins: 'draft', base: stored }
}

type Edit = { changes: UpdateOrder; ifMatch: string | null }

function makeEdit({ base, ...values }: OrderFormValues): Edit {
  const now = readFields(values)
  return { changes: base === null ? now : findChanges(now, base.fields), ifMatch: base?.etag ?? null }
}

/** Where nothing is changed, nothing is sent. */
async function saveOrder(id: string, { changes, ifMatch }: Edit, options: SendOptions): Promise<Order | null> {
  if (Object.keys(changes).length === 0) return null
  return api.updateOrder(id, changes, { ...options, ...(ifMatch !== null && { ifMatch }) })
}
