import { Button, Group, List, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Counted, Stocktake } from '../../../../spreadsheets/stocktake/count-rows'
import { countKinds } from '../../../../spreadsheets/stocktake/stocktake'
import { breakAt, DataTable } from '../../parts/data-table'
import { Figures } from '../../parts/figures'
import { formatChange, formatNumber } from '../../parts/format'
import { PageLink } from '../../parts/link'
import { HowFar } from '../../parts/long-work'
import { Pager } from '../../parts/pager'
import { ProblemNotice } from '../../parts/problem'
import { Part, Section } from '../../parts/section'
import { texts } from './texts'
import type { Booking } from './use-booking'

type ReviewProps = {
  booking: Booking
  /** Is told before the first count is booked. */
  onBook?: () => void
  onFinish: () => void
  /** Stands beside the button that books. Where neither is there, nothing is left to do. */
  children?: ReactNode
}

/** The counts beside the stock, and then what was booked. */
export function Review({ booking: { comparing, booking, progress, booked, stop }, ...props }: ReviewProps) {
  const { onBook, onFinish, children } = props
  const { data } = comparing
  if (booking.isPending) return <Busy progress={progress} onStop={stop} />
  if (!data) return null
  const book = () => {
    onBook?.()
    booking.mutate(data.opened)
  }
  if (booking.isSuccess && booked) return <Booked booked={booked} onFinish={onFinish} />
  const hasCounts = data.found.different.length + data.found.equal.length > 0
  return (
    <>
      {booking.error && (
        <Section title={texts.notEnded}>
          <ProblemNotice error={booking.error} />
          {booked && <Kinds stocktake={booked} kind="booked" />}
          <Text size="sm">{texts.notEndedHint}</Text>
        </Section>
      )}
      <Section title={texts.result}>
        <Kinds stocktake={data.found} kind="dry run" />
        {hasCounts && <Text size="sm">{texts.bookHint}</Text>}
        <Group gap="xs">
          {hasCounts && <Button onClick={book}>{booking.error ? texts.goOn : texts.book}</Button>}
          {children}
          {!hasCounts && !children && <Button onClick={onFinish}>{texts.finish}</Button>}
        </Group>
      </Section>
      <Differences rows={data.found.different} />
      <Left stocktake={data.found} />
    </>
  )
}

/** Counts are compared or booked. */
export function Busy({ progress, onStop }: Pick<Booking, 'progress'> & { onStop?: () => void }) {
  return (
    <Section title={texts.comparing}>
      <HowFar progress={progress} label={texts.progress} onStop={onStop}>
        {progress && <Text>{texts.rows(formatNumber(progress.done), formatNumber(progress.total))}</Text>}
      </HowFar>
    </Section>
  )
}

function Booked({ booked, onFinish }: { booked: Stocktake; onFinish: () => void }) {
  return (
    <>
      <Section title={texts.booked}>
        <Kinds stocktake={booked} kind="booked" />
        <Button onClick={onFinish} className="start">
          {texts.finish}
        </Button>
      </Section>
      <Left stocktake={booked} />
    </>
  )
}

/** How many rows of each kind, in the words of the command. */
function Kinds({ stocktake, kind }: { stocktake: Stocktake; kind: 'dry run' | 'booked' }) {
  const kinds = countKinds(stocktake, kind)
  if (kinds.length === 0) return <Text role="status">{texts.none}</Text>
  return <Figures role="status" of={kinds} />
}

/** What is not booked, and why. */
function Left({ stocktake: { moved, refused } }: { stocktake: Stocktake }) {
  return (
    <Stack gap="lg">
      {moved.length > 0 && (
        <Section title={texts.moved}>
          <List size="sm">
            {moved.map(({ line, sku, expected, counted, item: { id, quantity } }) => (
              <List.Item key={line}>
                <PageLink to="/items/$id" params={{ id }}>
                  {texts.movedRow(
                    sku,
                    expected === null ? texts.anotherQuantity : formatNumber(expected),
                    formatNumber(quantity),
                    formatNumber(counted),
                  )}
                </PageLink>
              </List.Item>
            ))}
          </List>
        </Section>
      )}
      {refused.length > 0 && (
        <Section title={texts.refused}>
          <List size="sm">
            {refused.map(({ place, problem }) => (
              <List.Item key={place}>{texts.refusedRow(place, problem)}</List.Item>
            ))}
          </List>
        </Section>
      )}
    </Stack>
  )
}

const pageSize = 50

/** The rows whose count is another than the quantity. */
function Differences({ rows }: { rows: Counted[] }) {
  const [offset, setOffset] = useState(0)
  if (rows.length === 0) return null
  return (
    <Part title={texts.differences}>
      <DataTable
        minWidth={640}
        rows={rows.slice(offset, offset + pageSize)}
        keyOf={({ line }) => line}
        columns={[
          { title: texts.sku, cell: ({ sku }) => sku, card: 'line', ...breakAt(320) },
          { title: texts.name, cell: ({ item }) => item.name, card: 'head', ...breakAt(320) },
          { title: texts.quantity, cell: ({ item }) => formatNumber(item.quantity), card: 'fact', ta: 'right' },
          { title: texts.counted, cell: ({ counted }) => formatNumber(counted), card: 'fact', ta: 'right' },
          {
            title: texts.difference,
            cell: ({ counted, item }) => formatChange(counted - item.quantity),
            card: 'side',
            ta: 'right',
          },
        ]}
      />
      <Pager offset={offset} limit={pageSize} total={rows.length} onOffset={setOffset} />
    </Part>
  )
}
