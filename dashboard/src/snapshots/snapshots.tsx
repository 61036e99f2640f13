import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../api/person'
import { account } from '../api/queries'
import { Empty } from '../parts/empty'
import { formatNumber } from '../parts/format'
import { Page } from '../parts/page'
import { Pager } from '../parts/pager'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { PastRestores } from './past-restores'
import { listSnapshots } from './queries'
import { makeSnapshotsQuery, pageSize, snapshotTypes } from './search'
import { SnapshotsTable } from './snapshots-table'
import { TakeSnapshot } from './take-snapshot'
import { texts } from './texts'

export default function Snapshots() {
  const search = useSearch({ from: '/snapshots' })
  const navigate = useNavigate({ from: '/snapshots' })
  const { write } = useRights()
  const { data, error, refetch } = useQuery(listSnapshots(makeSnapshotsQuery(search)))
  const take = () => void navigate({ search: (kept) => ({ ...kept, take: true }), resetScroll: false })
  const actions = write && <Button onClick={take}>{texts.take}</Button>
  return (
    <Page title={texts.title} actions={actions}>
      <div>
        <Text>{texts.lead}</Text>
        {write && <Left />}
      </div>
      <TypeFilter />
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!data && !error && <RowsLoading />}
      {data?.data.length === 0 && <NoSnapshots isFiltered={search.type !== undefined || search.offset !== undefined} />}
      {data && data.data.length > 0 && (
        <>
          <SnapshotsTable snapshots={data.data} />
          <Pager
            offset={search.offset ?? 0}
            limit={pageSize}
            total={data.pagination.total}
            onOffset={(offset) => void navigate({ search: (kept) => ({ ...kept, offset }) })}
          />
        </>
      )}
      <PastRestores />
      <TakeSnapshot />
    </Page>
  )
}

/** What the plan still allows today. */
function Left() {
  const { data } = useQuery(account)
  if (!data) return null
  const { left_today, restores_left_today } = data.snapshots
  return <Text size="sm">{texts.left(formatNumber(left_today), formatNumber(restores_left_today))}</Text>
}

function TypeFilter() {
  const { type } = useSearch({ from: '/snapshots' })
  const navigate = useNavigate({ from: '/snapshots' })
  const filter = (value: string) => {
    const chosen = snapshotTypes.find((each) => each === value)
    void navigate({ search: chosen ? { type: chosen } : {}, replace: true })
  }
  return (
    <Group>
      <NativeSelect
        label={texts.type}
        value={type ?? ''}
        onChange={({ currentTarget }) => filter(currentTarget.value)}
        data={[
          { value: '', label: texts.allTypes },
          ...snapshotTypes.map((value) => ({ value, label: texts.types[value] })),
        ]}
      />
    </Group>
  )
}

function NoSnapshots({ isFiltered }: { isFiltered: boolean }) {
  const navigate = useNavigate({ from: '/snapshots' })
  if (!isFiltered)
    return (
      <Empty title={texts.none}>
        <Text>{texts.noneHint}</Text>
      </Empty>
    )
  return (
    <Empty title={texts.noneOfType}>
      <Button variant="default" onClick={() => void navigate({ search: {} })}>
        {texts.clear}
      </Button>
    </Empty>
  )
}
