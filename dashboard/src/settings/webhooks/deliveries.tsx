import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Delivery, Webhook } from '../../../../client'
import { useChange } from '../../api/change'
import { api } from '../../api/client'
import { Empty } from '../../parts/empty'
import { Pager } from '../../parts/pager'
import { ProblemNotice } from '../../parts/problem'
import { RowsLoading } from '../../parts/rows-loading'
import { deliveriesSize, makeDeliveriesQuery } from '../search'
import { DeliveriesTable } from './deliveries-table'
import { DeliveryFilter } from './delivery-filter'
import { listDeliveries } from './queries'
import { texts } from './texts'

type Props = { of: Webhook; onSent: (delivery: Delivery) => void }

/** What was sent to a webhook, newest first, and what became of it. */
export function Deliveries({ of: webhook, onSent }: Props) {
  const search = useSearch({ from: '/settings/webhooks/$id' })
  const navigate = useNavigate({ from: '/settings/webhooks/$id' })
  const { data, error, refetch, isFetching } = useQuery(listDeliveries(webhook.id, makeDeliveriesQuery(search)))
  const change = useChange((id: string, options) => api.redeliver(webhook.id, id, options), {
    name: `redeliver ${webhook.id}`,
    stale: [['deliveries', webhook.id]],
    describe: () => texts.redelivered,
    onDone: onSent,
  })
  const open = (delivery: string | undefined) =>
    void navigate({
      search: ({ delivery: _, ...kept }) => ({ ...kept, ...(delivery && { delivery }) }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{texts.deliveries}</Title>
      <DeliveryFilter
        status={search.status}
        onStatus={(status) => void navigate({ search: status ? { status } : {} })}
        webhookId={webhook.id}
        isReading={isFetching && data !== undefined}
      />
      {change.error && <ProblemNotice error={change.error} />}
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!data && !error && <RowsLoading />}
      {data?.data.length === 0 && <NoDeliveries isFiltered={search.status !== undefined} />}
      {data && data.data.length > 0 && (
        <DeliveriesTable
          deliveries={data.data}
          open={search.delivery}
          onOpen={open}
          onRedeliver={webhook.status === 'active' ? change.mutate : null}
          sending={change.isPending ? change.variables : null}
        />
      )}
      {data && (
        <Pager
          offset={search.offset ?? 0}
          limit={deliveriesSize}
          total={data.pagination.total}
          onOffset={(offset) => void navigate({ search: ({ delivery: _, ...kept }) => ({ ...kept, offset }) })}
        />
      )}
    </Stack>
  )
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty title={isFiltered ? texts.noSuchDeliveries : texts.noDeliveries}>
      {!isFiltered && <Text>{texts.noDeliveriesHint}</Text>}
    </Empty>
  )
}
