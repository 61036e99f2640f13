import { Group, Stack, Table, Text } from '@mantine/core'
import type { SnapshotDiff } from '../../../client'
import { texts as items } from '../items/texts'
import { Card, Cards } from '../parts/cards'
import { formatValue } from '../parts/format'
import { ObjectLink } from '../parts/object-link'
import { StatusBadge } from '../parts/status-badge'
import { WideTable } from '../parts/wide-table'
import { texts } from './texts'

type ItemDiff = SnapshotDiff['data'][number]

/** A row for each field that differs. */
export function DifferenceTable({ items }: { items: ItemDiff[] }) {
  return (
    <WideTable minWidth={720} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.sku}</Table.Th>
          <Table.Th>{texts.change}</Table.Th>
          <Table.Th>{texts.field}</Table.Th>
          <Table.Th>{texts.now}</Table.Th>
          <Table.Th>{texts.inSnapshot}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
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
          <Table.Th scope="rowgroup" rowSpan={fields.length} maw={200} style={{ verticalAlign: 'top' }}>
            <ItemLink of={item} />
          </Table.Th>
          <Table.Td rowSpan={fields.length} style={{ verticalAlign: 'top' }}>
            <Change of={item} />
          </Table.Td>
        </>
      )}
      <Table.Td>{field && nameField(field.field)}</Table.Td>
      <Table.Td maw={260}>{field && formatValue(field.from)}</Table.Td>
      <Table.Td maw={260}>{field && formatValue(field.to)}</Table.Td>
    </Table.Tr>
  ))
}

/** The same on a phone. */
export function DifferenceCards({ items }: { items: ItemDiff[] }) {
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
                {nameField(field)}: {texts.fromTo(formatValue(from), formatValue(to))}
              </Text>
            ))}
          </Stack>
        </Card>
      ))}
    </Cards>
  )
}

const names: Record<string, string> = { ...items.fields, quantity: items.quantity }
const nameField = (field: string) => names[field] ?? field

const colours: Record<ItemDiff['change'], string> = { created: 'green', updated: 'blue', trashed: 'red' }

function Change({ of: { change } }: { of: ItemDiff }) {
  return <StatusBadge color={colours[change]}>{texts.changes[change]}</StatusBadge>
}

function ItemLink({ of: { item_id, sku } }: { of: ItemDiff }) {
  return (
    <ObjectLink id={item_id} size="sm">
      {sku}
    </ObjectLink>
  )
}
