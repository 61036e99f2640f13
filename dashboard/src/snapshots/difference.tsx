import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Empty } from '../parts/empty'
import { Pager } from '../parts/pager'
import { useIsPhone } from '../parts/phone'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { Counts } from './counts'
import { DifferenceCards, DifferenceTable } from './difference-table'
import { diffSnapshot } from './queries'
import { makeDiffQuery, pageSize } from './search'
import { texts } from './texts'

/** What a restore would do to each item: the values of now and those of the snapshot. */
export function Difference({ id }: { id: string }) {
  const search = useSearch({ from: '/snapshots/$id' })
  const navigate = useNavigate({ from: '/snapshots/$id' })
  const { data, error, refetch } = useQuery(diffSnapshot(id, makeDiffQuery(search)))
  const Rows = useIsPhone() ? DifferenceCards : DifferenceTable
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{texts.diff}</Title>
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!data && !error && <RowsLoading rows={8} />}
      {data && data.pagination.total === 0 && (
        <Empty title={texts.same}>
          <Text>{texts.sameHint}</Text>
        </Empty>
      )}
      {data && data.pagination.total > 0 && (
        <>
          <Text size="sm">{texts.diffHint}</Text>
          <Counts counts={data.summary} labels={texts.counts} />
          <Rows items={data.data} />
          <Pager
            offset={search.offset ?? 0}
            limit={pageSize}
            total={data.pagination.total}
            onOffset={(offset) => void navigate({ search: (kept) => ({ ...kept, offset }), resetScroll: false })}
          />
        </>
      )}
    </Stack>
  )
}
