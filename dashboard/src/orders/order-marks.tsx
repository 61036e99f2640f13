import type { BadgeProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Order, OrderSummary } from '../../../client'
import { isOverdue } from '../../../functions/domain/orders/order-status'
import { findToday } from '../browser/time-zone'
import { formatCalendarDate } from '../parts/format'
import { StatusBadge } from '../parts/status-badge'
import type { State } from '../parts/tokens'
import { texts } from './texts'

const states: Record<Order['status'], State> = {
  draft: 'over',
  ordered: 'open',
  partially_received: 'low',
  received: 'ok',
  cancelled: 'over',
  closed: 'over',
}

export function OrderStatus({ status }: Pick<Order, 'status'>) {
  return <StatusBadge state={states[status]}>{texts.statuses[status]}</StatusBadge>
}

type Dated = Pick<OrderSummary, 'status' | 'expected_at'>

/** Says of an order that should have come. */
export function OverdueMark({ order, ...badge }: BadgeProps & { order: Dated }) {
  if (!isOverdue(order, findToday())) return null
  return (
    <StatusBadge state="late" {...badge}>
      {texts.overdue}
    </StatusBadge>
  )
}

/** Null where the order has none. */
export function formatExpected({ expected_at }: Dated): string | null {
  return expected_at === null ? null : formatCalendarDate(expected_at)
}

/** The day, marked where it has passed. Null where the order has none. */
export function showExpected(order: Dated): ReactNode {
  const day = formatExpected(order)
  if (day === null) return null
  return (
    <>
      {day} <OverdueMark order={order} />
    </>
  )
}
