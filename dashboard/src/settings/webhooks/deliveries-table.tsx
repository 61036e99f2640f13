import type { Delivery } from '../../../../client'
import { DataTable } from '../../parts/data-table'
import { formatNumber, formatTime } from '../../parts/format'
import { RowButton } from '../../parts/row-button'
import { StatusBadge } from '../../parts/status-badge'
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

const colours: Record<Delivery['status'], string> = { pending: 'blue', delivered: 'green', failed: 'red' }

export function DeliveriesTable({ deliveries, open, onOpen, onRedeliver, sending }: Props) {
  return (
    <DataTable
      minWidth={860}
      rows={deliveries}
      columns={[
        { title: texts.event, cell: ({ type }) => type },
        { title: texts.status, cell: ({ status }) => <Status status={status} /> },
        { title: texts.created, cell: ({ created_at }) => formatTime(created_at) },
        { title: texts.attempts, cell: (each) => <Unfold of={each} isOpen={each.id === open} onOpen={onOpen} /> },
        { title: texts.nextAttempt, cell: ({ next_attempt_at: at }) => (at === null ? texts.none : formatTime(at)) },
        onRedeliver && {
          title: texts.actions,
          cell: ({ id, type, created_at }) => (
            <RowButton
              name={texts.redeliverOf(type, formatTime(created_at))}
              loading={sending === id}
              onClick={() => onRedeliver(id)}
            >
              {texts.redeliver}
            </RowButton>
          ),
        },
      ]}
      below={(each) => each.id === open && <Attempts of={each} />}
    />
  )
}

function Status({ status }: Pick<Delivery, 'status'>) {
  return <StatusBadge color={colours[status]}>{texts.deliveryStatuses[status]}</StatusBadge>
}

type UnfoldProps = { of: Delivery; isOpen: boolean; onOpen: Props['onOpen'] }

function Unfold({ of: { id, type, attempts, created_at }, isOpen, onOpen }: UnfoldProps) {
  const count = formatNumber(attempts.length)
  return (
    <RowButton
      name={texts.attemptsOf(count, type, formatTime(created_at))}
      aria-expanded={isOpen}
      onClick={() => onOpen(isOpen ? undefined : id)}
    >
      {count} {isOpen ? '▴' : '▾'}
    </RowButton>
  )
}
