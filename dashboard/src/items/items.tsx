import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../api/person'
import { listItems } from '../api/queries'
import { ExportMenu } from '../export/export-menu'
import { Empty } from '../parts/empty'
import { ButtonLink, PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { NoMatch, PageRows } from '../parts/page-rows'
import { CreateItem } from './create-item'
import { ItemFilters } from './item-filters'
import { ItemsTable } from './items-table'
import { type ItemsSearch, makeQuery } from './search'
import { texts } from './texts'

export default function Items() {
  const search = useSearch({ from: '/items' })
  const navigate = useNavigate({ from: '/items' })
  const { write } = useRights()
  const items = useQuery(listItems(makeQuery(search)))
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
      <PageRows query={items} rows={8} empty={<NoItems search={search} />}>
        {({ data }) => <ItemsTable items={data} />}
      </PageRows>
      <CreateItem />
    </Page>
  )
}

function NoItems({ search: { search, location, low_stock, offset } }: { search: ItemsSearch }) {
  if ([search, location, low_stock, offset].some((filter) => filter !== undefined))
    return <NoMatch title={texts.nothing} hint={texts.nothingHint} clear={texts.clear} />
  return (
    <Empty title={texts.empty} hint={texts.emptyHint}>
      <PageLink to="/items/import">{texts.importHint}</PageLink>
    </Empty>
  )
}
