import { Button, Table } from '@mantine/core'
import { Fragment } from 'react'
import type { Delivery } from '../../../../client'
import { formatNumber, formatTime } from '../../parts/format'
import { StatusBadge } from '../../parts/status-badge'
import { WideTable } from '../../parts/wide-table'
import { Attempts } from './attempts'
import { texts } from './texts'

type Props = {
  deliveries: Delivery[]
  /** The one whose attempts are shown. */
  open: string | undefined
  onOpen: (id: string | undefined) => void
  /** Null where nothing is sent: the webhook is disabled. */
  onRedeliver: ((id: string) => void) | null
  /** The one that is on its way to be sent again. */
  sending: string | null
}

export function DeliveriesTable({ deliveries, ...others }: Props) {
  return (
    <WideTable minWidth={860}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.event}</Table.Th>
          <Table.Th>{texts.status}</Table.Th>
          <Table.Th>{texts.created}</Table.Th>
          <Table.Th>{texts.attempts}</Table.Th>
          <Table.Th>{texts.nextAttempt}</Table.Th>
          {others.onRedeliver && <Table.Th>{texts.actions}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deliveries.map((delivery) => (
          <Row key={delivery.id} of={delivery} {...others} />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

const colours: Record<Delivery['status'], string> = { pending: 'blue', delivered: 'green', failed: 'red' }

function Row({ of: delivery, open, onOpen, onRedeliver, sending }: Omit<Props, 'deliveries'> & { of: Delivery }) {
  const { id, type, status, attempts, next_attempt_at, created_at } = delivery
  const time = formatTime(created_at)
  const isOpen = id === open
  return (
    <Fragment>
      <Table.Tr>
        <Table.Td>{type}</Table.Td>
        <Table.Td>
          <StatusBadge color={colours[status]}>{texts.deliveryStatuses[status]}</StatusBadge>
        </Table.Td>
        <Table.Td>{time}</Table.Td>
        <Table.Td>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.attemptsOf(formatNumber(attempts.length), type, time)}
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? undefined : id)}
          >
            {formatNumber(attempts.length)} {isOpen ? '▴' : '▾'}
          </Button>
        </Table.Td>
        <Table.Td>{next_attempt_at === null ? texts.none : formatTime(next_attempt_at)}</Table.Td>
        {onRedeliver && (
          <Table.Td>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.redeliverOf(type, time)}
              loading={sending === id}
              onClick={() => onRedeliver(id)}
            >
              {texts.redeliver}
            </Button>
          </Table.Td>
        )}
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={onRedeliver ? 6 : 5}>
            <Attempts of={delivery} />
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  )
}
