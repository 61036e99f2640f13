import { Table } from '@mantine/core'
import type { Item } from '../../../../client'
import { formatNumber } from '../../parts/format'
import { WideTable } from '../../parts/wide-table'
import { texts } from './texts'

/** The list as it is printed. */
export function CountTable({ items, withExpected }: { items: Item[]; withExpected: boolean }) {
  return (
    <WideTable className="counts" minWidth={640} withTableBorder withColumnBorders>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.location}</Table.Th>
          <Table.Th>{texts.sku}</Table.Th>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.barcode}</Table.Th>
          {withExpected && <Table.Th ta="right">{texts.expected}</Table.Th>}
          <Table.Th className="room">{texts.counted}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
        {items.map(({ id, location, sku, name, barcode, quantity }) => (
          <Table.Tr key={id}>
            <Table.Td>{location}</Table.Td>
            <Table.Td>{sku}</Table.Td>
            <Table.Td>{name}</Table.Td>
            <Table.Td>{barcode}</Table.Td>
            {withExpected && <Table.Td ta="right">{formatNumber(quantity)}</Table.Td>}
            <Table.Td />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
