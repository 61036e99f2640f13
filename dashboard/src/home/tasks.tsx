import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { Account, OrderSummary } from '../../../client'
import { isOverdue } from '../../../functions/domain/orders/order-status'
import { useRights } from '../api/queries'
import { findToday } from '../browser/time-zone'
import { texts as orderTexts } from '../orders/texts'
import { formatCalendarDate } from '../parts/format'
import { useIsPhone } from '../parts/is-phone'
import { ButtonLink } from '../parts/link'
import { RowsLoading } from '../parts/rows-loading'
import { Section } from '../parts/section'
import { StatusBadge } from '../parts/status-badge'
import { dueOrders } from './queries'
import { texts } from './texts'

/** What somebody should do next, and the one button that leads there. */
type Task = {
  state: keyof typeof marks
  text: string
  to: Pick<LinkProps, 'to' | 'params' | 'search'>
  action: string
}
const marks = { late: orderTexts.overdue, open: texts.today, low: texts.lowMark }

/** Comes first: figures say how it is, tasks what is to be done. */
export function Tasks({ totals }: { totals: Account['totals'] | undefined }) {
  const { write } = useRights()
  const due = useQuery(dueOrders)
  const isPhone = useIsPhone()
  const isKnown = totals && !due.isLoading
  const orders = due.data?.data ?? []
  const tasks = isKnown ? [...listOrderTasks(orders, totals, write), ...listStockTasks(totals, write)] : []
  return (
    <Section title={texts.tasks}>
      {!isKnown && <RowsLoading rows={2} height={isPhone ? 62 : 36} />}
      {isKnown && tasks.length === 0 && <Text mih={36}>{texts.noTask}</Text>}
      {tasks.map(({ state, text, to, action }, index) => (
        <Group key={text} justify="space-between" gap="xs" wrap="nowrap">
          <Text component="div" miw={0} lineClamp={3}>
            <StatusBadge state={state} mr="xs">
              {marks[state]}
            </StatusBadge>
            {text}
          </Text>
          <ButtonLink {...to} size="sm" flex="none" variant={index === 0 ? 'filled' : 'default'}>
            {action}
          </ButtonLink>
        </Group>
      ))}
    </Section>
  )
}

function listStockTasks({ low_stock }: Account['totals'], write: boolean): Task[] {
  if (low_stock === 0) return []
  const to = write ? ({ to: '/orders/reorder' } as const) : ({ to: '/items', search: { low_stock: true } } as const)
  return [{ state: 'low', text: texts.itemsLow(low_stock), to, action: write ? texts.reorder : texts.look }]
}

/** Those that should be here by now, each with its delivery; where there are more, the list of them. */
function listOrderTasks(due: OrderSummary[], { orders_overdue }: Account['totals'], write: boolean): Task[] {
  const today = findToday()
  const arriving = due.filter(({ expected_at }) => expected_at !== null && expected_at <= today).slice(0, 3)
  const tasks = arriving.map((order): Task => {
    return {
      state: isOverdue(order, today) ? 'late' : 'open',
      text: texts.arrives(order.order_number, order.supplier.name, formatCalendarDate(order.expected_at ?? '')),
      to: { to: write ? '/orders/$id/receive' : '/orders/$id', params: { id: order.id } },
      action: write ? texts.receive : texts.look,
    }
  })
  if (orders_overdue <= arriving.length) return tasks
  const more = { to: '/orders', search: { overdue: true } } as const
  return [...tasks, { state: 'late', text: texts.ordersOver(orders_overdue), to: more, action: texts.look }]
}
