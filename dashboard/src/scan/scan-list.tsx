import { Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { makeFormat } from '../browser/time-zone'
import { Card, Cards } from '../parts/data-table'
import { formatNumber } from '../parts/format'
import { RowButton } from '../parts/row-button'
import { Part } from '../parts/section'
import type { useScanBooking } from './book-scan'
import type { Scanned } from './scanned'
import { texts } from './texts'

const formatClock = makeFormat({ timeStyle: 'short' })

const tell = ({ done, left, problem, pending }: Scanned) =>
  [
    done ?? (pending && !problem ? texts.sending : null),
    problem === undefined && left !== undefined ? texts.left(formatNumber(left)) : null,
  ]
    .filter((text) => text !== null)
    .join(' · ')

/** What became of the code that was read last, to be seen from afar. */
export function LastScan({ scan }: { scan: Scanned | undefined }) {
  return (
    <div role="status">
      {scan && (
        <Paper withBorder p="sm" className="target" data-wrong={scan.problem !== undefined || undefined}>
          <Text fz="xl" fw={700} lh={1.2}>
            {scan.name}
          </Text>
          {scan.sku !== undefined && <Text>{scan.sku}</Text>}
          <Text fz="lg" fw={600}>
            {scan.problem ?? tell(scan)}
          </Text>
        </Paper>
      )}
    </div>
  )
}

type ScanListProps = { scans: Scanned[]; booking: ReturnType<typeof useScanBooking> }

/** What was read, newest first, and what can be done about it. */
export function ScanList({ scans, booking }: ScanListProps) {
  if (scans.length === 0) return null
  return (
    <Part title={texts.scans}>
      <Cards>
        {scans.map((scan) => (
          <Card key={scan.id}>
            <Row scan={scan} booking={booking} />
          </Card>
        ))}
      </Cards>
    </Part>
  )
}

function Row({ scan, booking }: { scan: Scanned; booking: ScanListProps['booking'] }) {
  const { name, at, problem, pending, transaction } = scan
  const [isBusy, setBusy] = useState(false)
  const run = (work: Promise<unknown>) => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={0} miw={0}>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{[formatClock(at), tell(scan)].filter(Boolean).join(' · ')}</Text>
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {problem}
        </Text>
      </Stack>
      {transaction !== undefined && (
        <RowButton name={texts.undoOf(name)} loading={isBusy} onClick={() => run(booking.undo(scan))}>
          {texts.undo}
        </RowButton>
      )}
      {pending && (problem !== undefined || isBusy) && (
        <RowButton
          name={texts.sendOf(name)}
          loading={isBusy}
          onClick={() => run(booking.send({ scan, movement: pending }))}
        >
          {texts.send}
        </RowButton>
      )}
    </Group>
  )
}
