import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Empty } from '../parts/empty'
import { PageRows } from '../parts/page-rows'
import { useIsPhone } from '../parts/phone'
import { Part } from '../parts/section'
import { Counts } from './counts'
import { DifferenceCards, DifferenceTable } from './difference-table'
import { diffSnapshot } from './queries'
import { makeDiffQuery } from './search'
import { texts } from './texts'

/** What a restore would do to each item: the values of now and those of the snapshot. */
export function Difference({ id }: { id: string }) {
  const search = useSearch({ from: '/snapshots/$id' })
  const difference = useQuery(diffSnapshot(id, makeDiffQuery(search)))
  const Rows = useIsPhone() ? DifferenceCards : DifferenceTable
  return (
    <Part title={texts.diff}>
      <PageRows query={difference} rows={8} empty={<Empty title={texts.same} hint={texts.sameHint} />} isPart>
        {({ data, summary }) => (
          <>
            <Text size="sm">{texts.diffHint}</Text>
            <Counts counts={summary} labels={texts.counts} />
            <Rows items={data} />
          </>
        )}
      </PageRows>
    </Part>
  )
}
