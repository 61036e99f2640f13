import { Group, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Counted } from '../../../../spreadsheets/stocktake/count-rows'
import { Card, Cards } from '../../parts/cards'
import { formatChange, formatNumber } from '../../parts/format'
import { Pager } from '../../parts/pager'
import { useIsPhone } from '../../parts/phone'
import { WideTable } from '../../parts/wide-table'
import { texts } from './texts'

const pageSize = 50

/** The rows whose count is another than the quantity: on a phone as cards. */
export function Differences({ rows }: { rows: Counted[] }) {
  const [offset, setOffset] = useState(0)
  const isPhone = useIsPhone()
  if (rows.length === 0) return null
  const shown = rows.slice(offset, offset + pageSize)
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{texts.differences}</Title>
      {isPhone ? <DifferenceCards rows={shown} /> : <DifferenceTable rows={shown} />}
      <Pager offset={offset} limit={pageSize} total={rows.length} onOffset={setOffset} />
    </Stack>
  )
}

function DifferenceTable({ rows }: { rows: Counted[] }) {
  return (
    <WideTable minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.sku}</Table.Th>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th ta="right">{texts.quantity}</Table.Th>
          <Table.Th ta="right">{texts.counted}</Table.Th>
          <Table.Th ta="right">{texts.difference}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
        {rows.map(({ line, sku, counted, item: { name, quantity } }) => (
          <Table.Tr key={line}>
            <Table.Td>{sku}</Table.Td>
            <Table.Td maw={320}>{name}</Table.Td>
            <Table.Td ta="right">{formatNumber(quantity)}</Table.Td>
            <Table.Td ta="right">{formatNumber(counted)}</Table.Td>
            <Table.Td ta="right">{formatChange(counted - quantity)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function DifferenceCards({ rows }: { rows: Counted[] }) {
  return (
    <Cards>
      {rows.map(({ line, sku, counted, item: { name, quantity } }) => (
        <Card key={line}>
          <Text fw={600}>{name}</Text>
          <Text size="sm">{sku}</Text>
          <Group gap="md">
            <Text size="sm">
              {texts.quantity} {formatNumber(quantity)}
            </Text>
            <Text size="sm">
              {texts.counted} {formatNumber(counted)}
            </Text>
            <Text fw={700}>{formatChange(counted - quantity)}</Text>
          </Group>
        </Card>
      ))}
    </Cards>
  )
}
