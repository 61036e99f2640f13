import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry, Order } from '../../../client'
import { useActorNames } from '../items/who'
import { Answer } from '../parts/answer'
import { formatNumber, formatTime } from '../parts/format'
import { describeEntry } from './history'
import { listHistory } from './queries'
import { texts } from './texts'

/** What was done with the order, by whom and when, newest first. */
export function OrderHistory({ order }: { order: Order }) {
  const history = useQuery(listHistory(order.id))
  return (
    <Answer query={history} rows={3}>
      {({ data, pagination }) => (
        <>
          <List spacing="xs" listStyleType="none">
            {data.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </List>
          {data.length === 0 && <Text>{texts.noHistory}</Text>}
          {pagination.total > data.length && (
            <Text size="sm">{texts.moreHistory(formatNumber(pagination.total - data.length))}</Text>
          )}
        </>
      )}
    </Answer>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const nameActor = useActorNames()
  return (
    <List.Item>
      <Text size="sm">{texts.by(formatTime(entry.created_at), nameActor(entry.actor))}</Text>
      {describeEntry(entry).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </List.Item>
  )
}
