import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { SnapshotDiff } from '../../../client'
import { labels } from '../items/item-values'
import { nameField } from '../parts/change'
import { breakAt, DataTable } from '../parts/data-table'
import { Empty } from '../parts/empty'
import { formatValue } from '../parts/format'
import { ObjectLink } from '../parts/link'
import { PageRows } from '../parts/list-page'
import { pageSize } from '../parts/search'
import { Part } from '../parts/section'
import { StatusBadge } from '../parts/status-badge'
import type { State } from '../parts/tokens'
import { Counts } from './counts'
import { diffSnapshot } from './queries'
import { texts } from './texts'

type ItemDiff = SnapshotDiff['data'][number]

const states: Record<ItemDiff['change'], State> = { created: 'ok', updated: 'open', trashed: 'out' }

/** What a restore would do to each item: the values of now and those of the snapshot. */
export function Difference({ id }: { id: string }) {
  const { offset = 0 } = useSearch({ from: '/snapshots/$id' })
  const difference = useQuery(diffSnapshot(id, { offset, limit: pageSize }))
  return (
    <Part title={texts.diff}>
      <PageRows query={difference} rows={8} empty={<Empty title={texts.same} hint={texts.sameHint} />} isPart>
        {({ data, summary }) => (
          <>
            <Text size="sm">{texts.diffHint}</Text>
            <Counts counts={summary} labels={texts.counts} />
            <DataTable
              minWidth={720}
              verticalSpacing="xs"
              className="from-top"
              rows={data}
              keyOf={({ item_id }) => item_id}
              columns={[
                {
                  title: texts.sku,
                  cell: (item) => <ItemLink of={item} />,
                  isHead: true,
                  card: 'head',
                  ...breakAt(200),
                },
                {
                  title: texts.change,
                  cell: ({ change }) => <StatusBadge state={states[change]}>{texts.changes[change]}</StatusBadge>,
                  card: 'side',
                },
                { title: texts.nowAndThen, cell: (item) => <Fields of={item} />, card: 'line', ...breakAt(520) },
              ]}
            />
          </>
        )}
      </PageRows>
    </Part>
  )
}

function ItemLink({ of: { item_id, sku } }: { of: ItemDiff }) {
  return (
    <ObjectLink id={item_id} size="sm">
      {sku}
    </ObjectLink>
  )
}

/** A line for each field that differs. */
function Fields({ of: { fields } }: { of: ItemDiff }) {
  return fields.map(({ field, from, to }) => (
    <Text key={field} size="sm">
      {nameField(field, labels)}: {texts.fromTo(formatValue(from), formatValue(to))}
    </Text>
  ))
}
