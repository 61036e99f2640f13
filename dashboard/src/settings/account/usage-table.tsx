import { Table } from '@mantine/core'
import type { Usage } from '../../../../client'
import { formatNumber } from '../../parts/format'
import { WideTable } from '../../parts/wide-table'
import { usageDays } from './queries'
import { texts } from './texts'
import { type Sender, sumBySender } from './usage-sums'
import { useSenderNames } from './use-sender-names'

/** `today`: the UTC day. */
export function UsageTable({ rows, today }: { rows: Usage['data']; today: string }) {
  const names = useSenderNames()
  return (
    <WideTable minWidth={640} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.who}</Table.Th>
          <Table.Th>{texts.kind}</Table.Th>
          <Table.Th ta="right">{texts.today}</Table.Th>
          <Table.Th ta="right">{texts.requestsIn(usageDays)}</Table.Th>
          <Table.Th ta="right">{texts.refusedIn(usageDays)}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sumBySender(rows, today).map((sender) => (
          <Row key={sender.id} of={sender} name={names.get(sender.id)} />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Row({ of: { id, kind, today, days }, name }: { of: Sender; name: string | undefined }) {
  return (
    <Table.Tr>
      <Table.Td maw={280} style={{ overflowWrap: 'anywhere' }}>
        {name ?? id}
      </Table.Td>
      <Table.Td>{texts.kinds[kind]}</Table.Td>
      <Table.Td ta="right">{formatNumber(today.requests)}</Table.Td>
      <Table.Td ta="right">{formatNumber(days.requests)}</Table.Td>
      <Table.Td ta="right">{formatNumber(days.refused)}</Table.Td>
    </Table.Tr>
  )
}
