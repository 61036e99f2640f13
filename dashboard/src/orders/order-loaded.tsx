import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Order } from '../../../client'
import { hasCode } from '../api/errors'
import { Empty } from '../parts/empty'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { getOrder } from './queries'
import { texts } from './texts'

type Props = { id: string; children: (loaded: { order: Order; etag: string | null }) => ReactNode }

/** Reads an order for a page that shows it, and stands there until it has come, or where there is none. */
export function OrderLoaded({ id, children }: Props) {
  const { data, error, refetch } = useQuery(getOrder(id))
  if (data && !hasCode(error, 'order_not_found')) return children(data)
  return (
    <Page title={texts.order}>
      {!error && <RowsLoading rows={8} />}
      {error && !hasCode(error, 'order_not_found') && <ProblemNotice error={error} retry={refetch} />}
      {hasCode(error, 'order_not_found') && (
        <Empty title={texts.noOrder} hint={texts.noOrderHint}>
          <ButtonLink to="/orders" variant="default">
            {texts.allOrders}
          </ButtonLink>
        </Empty>
      )}
    </Page>
  )
}
