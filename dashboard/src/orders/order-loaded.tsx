import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Order } from '../../../client'
import { hasCode } from '../api/errors'
import { Answer } from '../parts/answer'
import { Empty } from '../parts/empty'
import { ButtonLink, PageLink } from '../parts/link'
import { OnlyFor } from '../parts/only-for'
import { Page } from '../parts/page'
import { getOrder } from './queries'
import { texts } from './texts'

type Props = { children: (loaded: { order: Order; etag: string | null }) => ReactNode }

/** Reads the order of the address, and stands there until it has come, or where there is none. */
export function OrderLoaded({ children }: Props) {
  const { id = '' } = useParams({ strict: false })
  const order = useQuery(getOrder(id))
  const isGone = hasCode(order.error, 'order_not_found')
  if (order.data && !isGone) return <Fragment key={id}>{children(order.data)}</Fragment>
  return (
    <Page title={texts.order} up={<PageLink to="/orders">{texts.allOrders}</PageLink>}>
      {isGone ? (
        <Empty title={texts.noOrder} hint={texts.noOrderHint}>
          <ButtonLink to="/orders">{texts.allOrders}</ButtonLink>
        </Empty>
      ) : (
        <Answer query={order} rows={8}>
          {() => null}
        </Answer>
      )}
    </Page>
  )
}

/** Stands in place of what an order in its state does not allow. `title` and `hint` say why. */
export function NotNow({ order: { id, order_number }, ...why }: { order: Order; title: string; hint: string }) {
  return (
    <Empty {...why}>
      <ButtonLink to="/orders/$id" params={{ id }}>
        {order_number}
      </ButtonLink>
    </Empty>
  )
}

/** What only those see who may change orders. */
export function WritersOnly({ children }: { children: ReactNode }) {
  const orders = <ButtonLink to="/orders">{texts.title}</ButtonLink>
  return (
    <OnlyFor right="write" title={texts.writersOnly} hint={texts.writersOnlyHint} way={orders}>
      {() => children}
    </OnlyFor>
  )
}
