import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../api/person'
import { Empty } from '../parts/empty'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { Pager } from '../parts/pager'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { ExportMenu } from '../spreadsheets/export/export-menu'
import { OrderFilters } from './order-filters'
import { OrdersTable } from './orders-table'
import { listOrders } from './queries'
import { makeQuery, type OrdersSearch, pageSize } from './search'
import { texts } from './texts'

export default function Orders() {
  const search = useSearch({ from: '/orders' })
  const navigate = useNavigate({ from: '/orders' })
  const { data, error, refetch } = useQuery(listOrders(makeQuery(search)))
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
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!data && !error && <RowsLoading rows={8} />}
      {data?.data.length === 0 && <NoOrders search={search} onClear={() => void navigate({ search: {} })} />}
      {data && data.data.length > 0 && (
        <>
          <OrdersTable orders={data.data} />
          <Pager
            offset={search.offset ?? 0}
            limit={pageSize}
            total={data.pagination.total}
            onOffset={(offset) => void navigate({ search: (kept) => ({ ...kept, offset }) })}
          />
        </>
      )}
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

function NoOrders({ search, onClear }: { search: OrdersSearch; onClear: () => void }) {
  const { sort: _, ...filters } = search
  if (Object.keys(filters).length === 0)
    return (
      <Empty title={texts.empty}>
        <Text>{texts.emptyHint}</Text>
        <Group gap="xs">
          <Actions />
        </Group>
      </Empty>
    )
  return (
    <Empty title={texts.nothing}>
      <Text>{texts.nothingHint}</Text>
      <Button variant="default" onClick={onClear}>
        {texts.clear}
      </Button>
    </Empty>
  )
}
