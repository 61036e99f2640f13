import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../api/person'
import { listItems } from '../api/queries'
import { Empty } from '../parts/empty'
import { ButtonLink, PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { Pager } from '../parts/pager'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { ExportMenu } from '../spreadsheets/export/export-menu'
import { CreateItem } from './create-item'
import { ItemFilters } from './item-filters'
import { ItemsTable } from './items-table'
import { type ItemsSearch, makeQuery, pageSize } from './search'
import { texts } from './texts'

export default function Items() {
  const search = useSearch({ from: '/items' })
  const navigate = useNavigate({ from: '/items' })
  const { write } = useRights()
  const { data, error, refetch } = useQuery(listItems(makeQuery(search)))
  /** Other filters begin at the first page. */
  const filter = (changed: ItemsSearch) =>
    void navigate({ search: ({ offset: _, ...kept }) => ({ ...kept, ...changed }), replace: true })
  const create = () => void navigate({ search: (kept) => ({ ...kept, create: true }), resetScroll: false })
  const actions = (
    <>
      <ExportMenu list="items" query={makeQuery(search)} />
      {write && (
        <ButtonLink to="/items/import" variant="default">
          {texts.import}
        </ButtonLink>
      )}
      {write && <Button onClick={create}>{texts.create}</Button>}
    </>
  )
  return (
    <Page title={texts.title} actions={actions}>
      <ItemFilters search={search} onFilter={filter} />
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!data && !error && <RowsLoading rows={8} />}
      {data?.data.length === 0 && <NoItems search={search} onClear={() => void navigate({ search: {} })} />}
      {data && data.data.length > 0 && (
        <>
          <ItemsTable items={data.data} />
          <Pager
            offset={search.offset ?? 0}
            limit={pageSize}
            total={data.pagination.total}
            onOffset={(offset) => void navigate({ search: (kept) => ({ ...kept, offset }) })}
          />
        </>
      )}
      <CreateItem />
    </Page>
  )
}

function NoItems({ search, onClear }: { search: ItemsSearch; onClear: () => void }) {
  const { search: text, location, low_stock, offset } = search
  const isFiltered = text !== undefined || location !== undefined || low_stock === true || offset !== undefined
  if (!isFiltered)
    return (
      <Empty title={texts.empty}>
        <Text>{texts.emptyHint}</Text>
        <PageLink to="/items/import">{texts.importHint}</PageLink>
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
