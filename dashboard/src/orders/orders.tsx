import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../api/person'
import { ExportMenu } from '../export/export-menu'
import { Empty } from '../parts/empty'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { NoMatch, PageRows } from '../parts/page-rows'
import { OrderFilters } from './order-filters'
import { OrdersTable } from './orders-table'
import { listOrders } from './queries'
import { makeQuery, type OrdersSearch } from './search'
import { texts } from './texts'

export default function Orders() {
  const search = useSearch({ from: '/orders' })
  const navigate = useNavigate({ from: '/orders' })
  const orders = useQuery(listOrders(makeQuery(search)))
  /** Other filters begin at the first page. */
  const filter = (changed: OrdersSearch) =>
    void navigate({ search: ({ offset: _, ...kept }) => ({ ...kept, ...changed }), replace: true })
  const actions = (
    <>
      <Actions />
      <ExportMenu list="orders" query={makeQuery(search)} />
    </>
  )
  return (
    <Page title={texts.title} actions={actions}>
      <OrderFilters search={search} onFilter={filter} />
      <PageRows query={orders} rows={8} empty={<NoOrders search={search} />}>
        {({ data }) => <OrdersTable orders={data} />}
      </PageRows>
    </Page>
  )
}

function Actions() {
  const { write } = useRights()
  if (!write) return null
  return (
    <>
      <ButtonLink to="/orders/new">{texts.create}</ButtonLink>
      <ButtonLink to="/orders/reorder" variant="default">
        {texts.reorder}
      </ButtonLink>
    </>
  )
}

function NoOrders({ search: { sort: _, ...filters } }: { search: OrdersSearch }) {
  if (Object.keys(filters).length > 0)
    return <NoMatch title={texts.nothing} hint={texts.nothingHint} clear={texts.clear} />
  return (
    <Empty title={texts.empty} hint={texts.emptyHint}>
      <Group gap="xs">
        <Actions />
      </Group>
    </Empty>
  )
}
