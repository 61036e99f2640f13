import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRights } from '../api/queries'
import { ExportMenu } from '../export/export-menu'
import { breakAt, inOneLine } from '../parts/data-table'
import type { Filter } from '../parts/filters'
import { formatDate, formatNumber } from '../parts/format'
import { ButtonLink, ObjectLink } from '../parts/link'
import { ListPage } from '../parts/list-page'
import { formatMoney } from './money'
import { OrderStatus, showExpected } from './order-marks'
import { listOrders, suppliers } from './queries'
import { makeQuery } from './search'
import { texts } from './texts'

const filters: Filter[] = [
  { kind: 'search', name: 'search', label: texts.search, placeholder: texts.searchHint, autoFocus: true },
  { kind: 'value', name: 'supplier', label: texts.supplier, values: suppliers, all: texts.allSuppliers },
  { kind: 'choice', name: 'status', label: texts.status, choices: texts.statuses, all: texts.allStatuses },
  { kind: 'choice', name: 'sort', label: texts.sort, choices: texts.sorts, usual: '-created_at' },
  { kind: 'flag', name: 'overdue', label: texts.overdueOnly },
]

export default function Orders() {
  const query = makeQuery(useSearch({ from: '/orders' }))
  const { write } = useRights()
  const making = write && (
    <>
      <ButtonLink variant="filled" to="/orders/new">
        {texts.create}
      </ButtonLink>
      <ButtonLink to="/orders/reorder">{texts.reorder}</ButtonLink>
    </>
  )
  const actions = (
    <>
      {making}
      <ExportMenu list="orders" query={query} />
    </>
  )
  return (
    <ListPage
      title={texts.title}
      actions={actions}
      filters={filters}
      query={useQuery(listOrders(query))}
      empty={{ title: texts.empty, hint: texts.emptyHint, children: <Group gap="xs">{making}</Group> }}
      noMatch={{ title: texts.nothing, hint: texts.nothingHint, clear: texts.clear }}
      minWidth={820}
      order={query.sort}
      columns={[
        {
          title: texts.number,
          cell: ({ id, order_number }) => (
            <ObjectLink id={id} inherit>
              {order_number}
            </ObjectLink>
          ),
          sort: ['order_number'],
          card: 'head',
          ...inOneLine,
        },
        { title: texts.status, cell: ({ status }) => <OrderStatus status={status} />, sort: ['status'], card: 'side' },
        {
          title: texts.supplier,
          cell: ({ supplier }) => supplier.name,
          sort: ['supplier'],
          card: 'line',
          ...breakAt(280),
        },
        { title: texts.expected, cell: showExpected, sort: ['expected_at'], card: 'fact' },
        {
          title: texts.received,
          cell: ({ total_quantity_received: received, total_quantity_ordered: ordered }) =>
            texts.ofTotal(formatNumber(received), formatNumber(ordered)),
          card: 'fact',
          ta: 'right',
        },
        {
          title: texts.subtotal,
          cell: ({ subtotal, currency }) => formatMoney(subtotal, currency),
          card: 'fact',
          ta: 'right',
        },
        { title: texts.created, cell: ({ created_at }) => formatDate(created_at), sort: ['-created_at'] },
      ]}
    />
  )
}
