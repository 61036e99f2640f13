import { Group, Stack, Table, Text } from '@mantine/core'
import type { Item } from '../../../client'
import { useRights } from '../api/person'
import { Card, Cards } from '../parts/cards'
import { formatNumber } from '../parts/format'
import { PageLink } from '../parts/link'
import { useIsPhone } from '../parts/phone'
import { WideTable } from '../parts/wide-table'
import { MoveMenu } from '../stock/move-menu'
import { LowMark } from './low'
import { texts } from './texts'

/** A page of items: on a phone as cards. */
export function ItemsTable({ items }: { items: Item[] }) {
  return useIsPhone() ? <ItemCards items={items} /> : <Rows items={items} />
}

function Rows({ items }: { items: Item[] }) {
  const { write } = useRights()
  return (
    <WideTable minWidth={write ? 720 : 480} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.sku}</Table.Th>
          <Table.Th ta="right">{texts.quantity}</Table.Th>
          <Table.Th>{texts.location}</Table.Th>
          {write && <Table.Th>{texts.actions}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
        {items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Td maw={320}>
              <NameLink item={item} />
            </Table.Td>
            <Table.Td>{item.sku}</Table.Td>
            <Table.Td ta="right">
              <Quantity item={item} />
            </Table.Td>
            <Table.Td>{item.location}</Table.Td>
            {write && (
              <Table.Td>
                <MoveMenu item={item} wrap="nowrap" />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function ItemCards({ items }: { items: Item[] }) {
  return (
    <Cards>
      {items.map((item) => (
        <Card key={item.id}>
          <Stack gap="xs">
            <Group justify="space-between" align="start" gap="sm" wrap="nowrap">
              <Stack gap={0} miw={0}>
                <NameLink item={item} />
                <Text size="sm">{item.sku}</Text>
              </Stack>
              <div style={{ flex: 'none', textAlign: 'right' }}>
                <Quantity item={item} />
              </div>
            </Group>
            <MoveMenu item={item} />
          </Stack>
        </Card>
      ))}
    </Cards>
  )
}

function NameLink({ item: { id, name } }: { item: Item }) {
  return (
    <PageLink to="/items/$id" params={{ id }}>
      {name}
    </PageLink>
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
