import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../api/person'
import { account } from '../api/queries'
import { useQuestion } from '../api/question'
import { Empty } from '../parts/empty'
import { formatNumber } from '../parts/format'
import { Page } from '../parts/page'
import { NoMatch, PageRows } from '../parts/page-rows'
import { PastRestores } from './past-restores'
import { listSnapshots } from './queries'
import { makeSnapshotsQuery, type SnapshotsSearch, snapshotTypes } from './search'
import { SnapshotsTable } from './snapshots-table'
import { TakeSnapshot } from './take-snapshot'
import { texts } from './texts'

export default function Snapshots() {
  const search = useSearch({ from: '/snapshots' })
  const { write } = useRights()
  const snapshots = useQuery(listSnapshots(makeSnapshotsQuery(search)))
  const { show } = useQuestion('take')
  const actions = write && <Button onClick={() => show(true)}>{texts.take}</Button>
  return (
    <Page title={texts.title} actions={actions}>
      <div>
        <Text>{texts.lead}</Text>
        {write && <Left />}
      </div>
      <TypeFilter />
      <PageRows query={snapshots} empty={<NoSnapshots search={search} />}>
        {({ data }) => <SnapshotsTable snapshots={data} />}
      </PageRows>
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

function NoSnapshots({ search: { type, offset } }: { search: SnapshotsSearch }) {
  return type === undefined && offset === undefined ? (
    <Empty title={texts.none} hint={texts.noneHint} />
  ) : (
    <NoMatch title={texts.noneOfType} clear={texts.clear} />
  )
}
