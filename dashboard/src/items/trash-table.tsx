import { Stack, Text } from '@mantine/core'
import type { Item, TrashedItem } from '../../../client'
import { useRights } from '../api/person'
import { breakAt, DataTable } from '../parts/data-table'
import { formatDate, formatNumber, formatTime } from '../parts/format'
import { RestoreButton } from './restore'
import { texts } from './texts'
import { useDeleters } from './who'

type TrashTableProps = { items: TrashedItem[]; onRestored: (item: Item) => void }

/** What is in the trash. */
export function TrashTable({ items, onRestored }: TrashTableProps) {
  const { write } = useRights()
  const whoDeleted = useDeleters()
  const restore = (item: TrashedItem) => <RestoreButton item={item} onRestored={onRestored} />
  return (
    <DataTable
      minWidth={720}
      highlightOnHover
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.name, cell: ({ name }) => name, ...breakAt(280) },
        { title: texts.sku, cell: ({ sku }) => sku, ...breakAt(280) },
        { title: texts.quantity, cell: ({ quantity }) => formatNumber(quantity), ta: 'right', ff: 'monospace' },
        {
          title: texts.deleted,
          cell: (item) => texts.deletedBy(formatTime(item.deleted_at), whoDeleted(item)),
          ...breakAt(220),
        },
        { title: texts.purge, cell: ({ purge_at }) => formatDate(purge_at) },
        write && { title: texts.actions, cell: restore },
      ]}
      card={(item) => (
        <Stack gap={4} align="start">
          <Text fw={600}>{item.name}</Text>
          <Text size="sm">{texts.skuAndQuantity(item.sku, formatNumber(item.quantity))}</Text>
          <Text size="sm">{texts.deletedOn(formatTime(item.deleted_at), whoDeleted(item))}</Text>
          <Text size="sm">{texts.purgedOn(formatDate(item.purge_at))}</Text>
          {restore(item)}
        </Stack>
      )}
    />
  )
}
