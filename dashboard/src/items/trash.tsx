import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Item } from '../../../client'
import { listTrash } from '../api/queries'
import { ExportMenu } from '../export/export-menu'
import { Empty } from '../parts/empty'
import { FilterInput } from '../parts/filter-input'
import { ObjectLink } from '../parts/object-link'
import { Page } from '../parts/page'
import { NoMatch, PageRows } from '../parts/page-rows'
import { RestoreAs } from './restore'
import { pageSize } from './search'
import { texts } from './texts'
import { TrashTable } from './trash-table'

export default function Trash() {
  const { search, offset = 0 } = useSearch({ from: '/trash' })
  const navigate = useNavigate({ from: '/trash' })
  const [restored, setRestored] = useState<Item | null>(null)
  const trash = useQuery(listTrash({ ...(search && { search }), offset, limit: pageSize }))
  return (
    <Page title={texts.trash} actions={<ExportMenu list="trash" query={search ? { search } : {}} />}>
      <Text>{texts.trashLead}</Text>
      <Group>
        <FilterInput
          label={texts.search}
          type="search"
          placeholder={texts.searchHint}
          value={search ?? ''}
          onValue={(value) => void navigate({ search: { search: value }, replace: true })}
        />
      </Group>
      <div role="status">{restored && <Restored item={restored} />}</div>
      <PageRows query={trash} rows={8} empty={<NoTrash isFiltered={search !== undefined || offset > 0} />}>
        {({ data }) => <TrashTable items={data} onRestored={setRestored} />}
      </PageRows>
      <RestoreAs onRestored={setRestored} />
    </Page>
  )
}

function Restored({ item: { id, name } }: { item: Item }) {
  return (
    <Alert color="green" title={texts.restored(name)}>
      <ObjectLink id={id} c="var(--mantine-color-text)" underline="always">
        {texts.openItem}
      </ObjectLink>
    </Alert>
  )
}

function NoTrash({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <NoMatch title={texts.nothing} hint={texts.noTrashFoundHint} clear={texts.allTrash} />
  ) : (
    <Empty title={texts.noTrash} hint={texts.noTrashHint} />
  )
}
