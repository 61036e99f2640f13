import { Group, Stack, Text } from '@mantine/core'
import type { Item } from '../../../client'
import { useRights } from '../api/person'
import { breakAt, DataTable } from '../parts/data-table'
import { formatNumber } from '../parts/format'
import { ObjectLink } from '../parts/object-link'
import { MoveMenu } from '../stock/move-menu'
import { LowMark } from './low'
import { texts } from './texts'

/** A page of items. */
export function ItemsTable({ items }: { items: Item[] }) {
  const { write } = useRights()
  return (
    <DataTable
      minWidth={write ? 720 : 480}
      highlightOnHover
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.name, cell: ({ id, name }) => <ObjectLink id={id}>{name}</ObjectLink>, ...breakAt(320) },
        { title: texts.sku, cell: ({ sku }) => sku, ...breakAt(320) },
        { title: texts.quantity, cell: (item) => <Quantity item={item} />, ta: 'right' },
        { title: texts.location, cell: ({ location }) => location, ...breakAt(320) },
        write && { title: texts.actions, cell: (item) => <MoveMenu item={item} wrap="nowrap" /> },
      ]}
      card={(item) => <ItemCard item={item} />}
    />
  )
}

function ItemCard({ item }: { item: Item }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="start" gap="sm" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <ObjectLink id={item.id}>{item.name}</ObjectLink>
          <Text size="sm">{item.sku}</Text>
        </Stack>
        <div style={{ flex: 'none', textAlign: 'right' }}>
          <Quantity item={item} />
        </div>
      </Group>
      <MoveMenu item={item} />
    </Stack>
  )
}

function Quantity({ item }: { item: Item }) {
  return (
    <>
      <LowMark item={item} mr="xs" />
      <Text span ff="monospace">
        {formatNumber(item.quantity)}
      </Text>
    </>
  )
}
