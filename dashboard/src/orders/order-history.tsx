import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry, Order } from '../../../client'
import { account } from '../api/queries'
import { nameActor } from '../items/who'
import { formatNumber, formatTime } from '../parts/format'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { describeEntry } from './history'
import { listHistory } from './queries'
import { texts } from './texts'

/** What was done with the order, by whom and when, newest first. */
export function OrderHistory({ order }: { order: Order }) {
  const me = useQuery(account).data?.person.id
  const { data, error, refetch } = useQuery(listHistory(order.id))
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!data) return <RowsLoading rows={3} />
  const rest = data.pagination.total - data.data.length
  return (
    <>
      <List spacing="xs" listStyleType="none">
        {data.data.map((entry) => (
          <Entry key={entry.id} entry={entry} me={me} />
        ))}
      </List>
      {data.data.length === 0 && <Text>{texts.noHistory}</Text>}
      {rest > 0 && <Text size="sm">{texts.moreHistory(formatNumber(rest))}</Text>}
    </>
  )
}

function Entry({ entry, me }: { entry: AuditEntry; me: string | undefined }) {
  return (
    <List.Item style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">{texts.by(formatTime(entry.created_at), nameActor(entry.actor, me))}</Text>
      {describeEntry(entry).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </List.Item>
  )
}
