import { Button, Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Delivery, DeliveryAttempt, Webhook } from '../../../../client'
import { useChange } from '../../api/change'
import { api } from '../../api/client'
import { readAgain } from '../../api/queries'
import { type Filter, Filters } from '../../parts/filters'
import { formatNumber, formatTime } from '../../parts/format'
import { List } from '../../parts/list-page'
import { ProblemNotice } from '../../parts/problem'
import { RowButton } from '../../parts/row-button'
import { Part } from '../../parts/section'
import { StatusBadge } from '../../parts/status-badge'
import type { State } from '../../parts/tokens'
import { listDeliveries, ofDeliveries } from './queries'
import { texts } from './texts'

/** As many as a page has. */
const shown = 20
const filters: Filter[] = [
  { kind: 'choice', name: 'status', label: texts.status, choices: texts.deliveryStatuses, all: texts.allStatuses },
]
const states: Record<Delivery['status'], State> = { pending: 'open', delivered: 'ok', failed: 'failed' }

/** What was sent to a webhook, newest first, and what became of it. */
export function Deliveries({ of: webhook, onSent }: { of: Webhook; onSent: (delivery: Delivery) => void }) {
  const { status, delivery, offset = 0 } = useSearch({ from: '/settings/webhooks/$id' })
  const deliveries = useQuery(listDeliveries(webhook.id, { ...(status && { status }), offset, limit: shown }))
  const change = useChange((id: string, options) => api.redeliver(webhook.id, id, options), {
    name: `redeliver ${webhook.id}`,
    stale: [ofDeliveries(webhook.id)],
    describe: () => texts.redelivered,
    onDone: onSent,
  })
  const sending = change.isPending ? change.variables : null
  return (
    <Part title={texts.deliveries}>
      <Filters of={filters}>
        <Refresh webhookId={webhook.id} isReading={deliveries.isFetching && deliveries.data !== undefined} />
      </Filters>
      {change.error && <ProblemNotice error={change.error} />}
      <List
        query={deliveries}
        isPart
        filters={filters}
        empty={{ title: texts.noDeliveries, hint: texts.noDeliveriesHint }}
        noMatch={{ title: texts.noSuchDeliveries, clear: texts.clear }}
        minWidth={860}
        columns={[
          { title: texts.event, cell: ({ type }) => type },
          {
            title: texts.status,
            cell: ({ status }) => <StatusBadge state={states[status]}>{texts.deliveryStatuses[status]}</StatusBadge>,
          },
          { title: texts.created, cell: ({ created_at }) => formatTime(created_at) },
          { title: texts.attempts, cell: (each) => <Unfold of={each} isOpen={each.id === delivery} /> },
          { title: texts.nextAttempt, cell: ({ next_attempt_at: at }) => (at === null ? texts.none : formatTime(at)) },
          webhook.status === 'active' && {
            title: texts.actions,
            cell: ({ id, type, created_at }) => (
              <RowButton
                name={texts.redeliverOf(type, formatTime(created_at))}
                loading={sending === id}
                onClick={() => change.mutate(id)}
              >
                {texts.redeliver}
              </RowButton>
            ),
          },
        ]}
        below={(each) => each.id === delivery && <Attempts of={each} />}
      />
    </Part>
  )
}

/** Reads the deliveries again, and the webhook: an answer can disable it. */
function Refresh({ webhookId, isReading }: { webhookId: string; isReading: boolean }) {
  const refresh = () => {
    void readAgain([ofDeliveries(webhookId), ['webhook', webhookId]])
  }
  return (
    <Button variant="default" onClick={refresh} loading={isReading}>
      {texts.refresh}
    </Button>
  )
}

/** Shows the attempts of a delivery below it, where the address names it. */
function Unfold({ of: { id, type, attempts, created_at }, isOpen }: { of: Delivery; isOpen: boolean }) {
  const navigate = useNavigate({ from: '/settings/webhooks/$id' })
  const count = formatNumber(attempts.length)
  const turn = () =>
    void navigate({
      search: ({ delivery: _, ...kept }) => (isOpen ? kept : { ...kept, delivery: id }),
      replace: true,
      resetScroll: false,
    })
  return (
    <RowButton name={texts.attemptsOf(count, type, formatTime(created_at))} aria-expanded={isOpen} onClick={turn}>
      {count} {isOpen ? '▴' : '▾'}
    </RowButton>
  )
}

/** Each time that a delivery was sent, and what came back. */
function Attempts({ of: { id, event_id, attempts } }: { of: Delivery }) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        {texts.delivery} <Code>{id}</Code>, {texts.eventId} <Code>{event_id}</Code>
      </Text>
      {attempts.length === 0 && <Text>{texts.noAttempts}</Text>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.at} of={attempt} />
      ))}
    </Stack>
  )
}

function Attempt({ of: { at, status_code, milliseconds, error, response } }: { of: DeliveryAttempt }) {
  const answer = status_code === null ? texts.noStatus : texts.answerOf(status_code)
  return (
    <Stack gap={4}>
      <Text size="sm">
        {formatTime(at)} · <b>{answer}</b> · {texts.milliseconds(formatNumber(milliseconds))}
      </Text>
      {error !== null && <Text size="sm">{error}</Text>}
      {response !== null && response !== '' && (
        <Code block className="as-typed">
          {response}
        </Code>
      )}
    </Stack>
  )
}
