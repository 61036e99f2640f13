import { Stack, Table, Text } from '@mantine/core'
import type { Item, TrashedItem } from '../../../client'
import { useRights } from '../api/person'
import { Card, Cards } from '../parts/cards'
import { formatDate, formatNumber, formatTime } from '../parts/format'
import { useIsPhone } from '../parts/phone'
import { WideTable } from '../parts/wide-table'
import { RestoreButton } from './restore'
import { texts } from './texts'
import { useDeleters } from './who'

type TrashTableProps = { items: TrashedItem[]; onRestored: (item: Item) => void }
type RowsProps = TrashTableProps & { whoDeleted: (item: TrashedItem) => string }

/** What is in the trash: on a phone as cards. */
export function TrashTable(props: TrashTableProps) {
  const whoDeleted = useDeleters()
  const isPhone = useIsPhone()
  return isPhone ? <TrashCards {...props} whoDeleted={whoDeleted} /> : <Rows {...props} whoDeleted={whoDeleted} />
}

function Rows({ items, onRestored, whoDeleted }: RowsProps) {
  const { write } = useRights()
  return (
    <WideTable minWidth={720} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.sku}</Table.Th>
          <Table.Th ta="right">{texts.quantity}</Table.Th>
          <Table.Th>{texts.deleted}</Table.Th>
          <Table.Th>{texts.purge}</Table.Th>
          {write && <Table.Th>{texts.actions}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
        {items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Td maw={280}>{item.name}</Table.Td>
            <Table.Td>{item.sku}</Table.Td>
            <Table.Td ta="right" ff="monospace">
              {formatNumber(item.quantity)}
            </Table.Td>
            <Table.Td maw={220}>{texts.deletedBy(formatTime(item.deleted_at), whoDeleted(item))}</Table.Td>
            <Table.Td>{formatDate(item.purge_at)}</Table.Td>
            {write && (
              <Table.Td>
                <RestoreButton item={item} onRestored={onRestored} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function TrashCards({ items, onRestored, whoDeleted }: RowsProps) {
  return (
    <Cards>
      {items.map((item) => (
        <Card key={item.id}>
          <Stack gap={4} align="start">
            <Text fw={600}>{item.name}</Text>
            <Text size="sm">{texts.skuAndQuantity(item.sku, formatNumber(item.quantity))}</Text>
            <Text size="sm">{texts.deletedOn(formatTime(item.deleted_at), whoDeleted(item))}</Text>
            <Text size="sm">{texts.purgedOn(formatDate(item.purge_at))}</Text>
            <RestoreButton item={item} onRestored={onRestored} />
          </Stack>
        </Card>
      ))}
    </Cards>
  )
}
