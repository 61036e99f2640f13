import { Table } from '@mantine/core'
import { formatChange, formatNumber, formatTime } from '../parts/format'
import { WideTable } from '../parts/wide-table'
import type { LedgerRowProps } from './ledger'
import { MovementType, nameReason, ReverseButton, shownStyle, useShown } from './movement'
import { texts } from './texts'

export function LedgerTable({ rows, write }: { rows: LedgerRowProps[]; write: boolean }) {
  return (
    <WideTable minWidth={write ? 860 : 760} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.time}</Table.Th>
          <Table.Th>{texts.type}</Table.Th>
          <Table.Th ta="right">{texts.change}</Table.Th>
          <Table.Th ta="right">{texts.balance}</Table.Th>
          <Table.Th>{texts.reason}</Table.Th>
          <Table.Th>{texts.reference}</Table.Th>
          <Table.Th>{texts.note}</Table.Th>
          <Table.Th>{texts.who}</Table.Th>
          {write && <Table.Th>{texts.actions}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
        {rows.map((props) => (
          <Row key={props.row.id} {...props} />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Row({ row, who, isShown, write }: LedgerRowProps) {
  const place = useShown<HTMLTableRowElement>(isShown)
  return (
    <Table.Tr ref={place} tabIndex={-1} {...(isShown && { style: shownStyle })}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatTime(row.created_at)}</Table.Td>
      <Table.Td>
        <MovementType row={row} />
      </Table.Td>
      <Table.Td ta="right" ff="monospace">
        {formatChange(row.quantity_change)}
      </Table.Td>
      <Table.Td ta="right" ff="monospace">
        {formatNumber(row.quantity_after)}
      </Table.Td>
      <Table.Td>{nameReason(row.reason)}</Table.Td>
      <Table.Td maw={160}>{row.reference}</Table.Td>
      <Table.Td maw={240}>{row.note}</Table.Td>
      <Table.Td maw={180} miw={90}>
        {who}
      </Table.Td>
      {write && (
        <Table.Td>
          <ReverseButton row={row} />
        </Table.Td>
      )}
    </Table.Tr>
  )
}
