import { Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { SnapshotDiff } from '../../../client'
import { labels } from '../items/item-values'
import { nameField } from '../parts/change'
import { Card, Cards, WideTable } from '../parts/data-table'
import { Empty } from '../parts/empty'
import { formatValue } from '../parts/format'
import { useIsPhone } from '../parts/is-phone'
import { ObjectLink } from '../parts/link'
import { PageRows } from '../parts/list-page'
import { pageSize } from '../parts/search'
import { Part } from '../parts/section'
import { StatusBadge } from '../parts/status-badge'
import type { State } from '../parts/tokens'
import { Counts } from './counts'
import { diffSnapshot } from './queries'
import { texts } from './texts'

/** What a restore would do to each item: the values of now and those of the snapshot. */
export function Difference({ id }: { id: string }) {
  const { offset = 0 } = useSearch({ from: '/snapshots/$id' })
  const difference = useQuery(diffSnapshot(id, { offset, limit: pageSize }))
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

type ItemDiff = SnapshotDiff['data'][number]

/** A row for each field that differs. */
function DifferenceTable({ items }: { items: ItemDiff[] }) {
  return (
    <WideTable minWidth={720} verticalSpacing="xs" className="from-top">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.sku}</Table.Th>
          <Table.Th>{texts.change}</Table.Th>
          <Table.Th>{texts.field}</Table.Th>
          <Table.Th>{texts.now}</Table.Th>
          <Table.Th>{texts.inSnapshot}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="breaks">
        {items.map((item) => (
          <Rows key={item.item_id} of={item} />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Rows({ of: item }: { of: ItemDiff }) {
  const fields = item.fields.length > 0 ? item.fields : [null]
  return fields.map((field, index) => (
    <Table.Tr key={field?.field ?? ''}>
      {index === 0 && (
        <>
          <Table.Th scope="rowgroup" rowSpan={fields.length} maw={200}>
            <ItemLink of={item} />
          </Table.Th>
          <Table.Td rowSpan={fields.length}>
            <Change of={item} />
          </Table.Td>
        </>
      )}
      <Table.Td>{field && nameField(field.field, labels)}</Table.Td>
      <Table.Td maw={260}>{field && formatValue(field.from)}</Table.Td>
      <Table.Td maw={260}>{field && formatValue(field.to)}</Table.Td>
    </Table.Tr>
  ))
}

/** The same on a phone. */
function DifferenceCards({ items }: { items: ItemDiff[] }) {
  return (
    <Cards>
      {items.map((item) => (
        <Card key={item.item_id}>
          <Stack gap={4}>
            <Group justify="space-between" gap="sm">
              <ItemLink of={item} />
              <Change of={item} />
            </Group>
            {item.fields.map(({ field, from, to }) => (
              <Text key={field} size="sm">
                {nameField(field, labels)}: {texts.fromTo(formatValue(from), formatValue(to))}
              </Text>
            ))}
          </Stack>
        </Card>
      ))}
    </Cards>
  )
}

const states: Record<ItemDiff['change'], State> = { created: 'ok', updated: 'open', trashed: 'out' }

function Change({ of: { change } }: { of: ItemDiff }) {
  return <StatusBadge state={states[change]}>{texts.changes[change]}</StatusBadge>
}

function ItemLink({ of: { item_id, sku } }: { of: ItemDiff }) {
  return (
    <ObjectLink id={item_id} size="sm">
      {sku}
    </ObjectLink>
  )
}
