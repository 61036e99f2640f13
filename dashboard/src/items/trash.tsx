import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Item } from '../../../client'
import { listTrash } from '../api/queries'
import { Empty } from '../parts/empty'
import { FilterInput } from '../parts/filter-input'
import { ButtonLink } from '../parts/link'
import { ObjectLink } from '../parts/object-link'
import { Page } from '../parts/page'
import { Pager } from '../parts/pager'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { ExportMenu } from '../spreadsheets/export/export-menu'
import { RestoreAs } from './restore'
import { pageSize } from './search'
import { texts } from './texts'
import { TrashTable } from './trash-table'

export default function Trash() {
  const { search, offset = 0 } = useSearch({ from: '/trash' })
  const navigate = useNavigate({ from: '/trash' })
  const [restored, setRestored] = useState<Item | null>(null)
  const { data, error, refetch } = useQuery(listTrash({ ...(search && { search }), offset, limit: pageSize }))
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
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!data && !error && <RowsLoading rows={8} />}
      {data?.data.length === 0 && <NoTrash isFiltered={search !== undefined || offset > 0} />}
      {data && data.data.length > 0 && (
        <>
          <TrashTable items={data.data} onRestored={setRestored} />
          <Pager
            offset={offset}
            limit={pageSize}
            total={data.pagination.total}
            onOffset={(to) => void navigate({ search: (kept) => ({ ...kept, offset: to }) })}
          />
        </>
      )}
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
  return (
    <Empty title={isFiltered ? texts.nothing : texts.noTrash}>
      <Text>{isFiltered ? texts.noTrashFoundHint : texts.noTrashHint}</Text>
      {isFiltered && (
        <ButtonLink to="/trash" search={{}} variant="default">
          {texts.allTrash}
        </ButtonLink>
      )}
    </Empty>
  )
}
