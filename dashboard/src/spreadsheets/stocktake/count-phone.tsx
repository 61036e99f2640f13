import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Item } from '../../../../client'
import { readCode } from '../../../../input/code'
import { openCounts } from '../../../../spreadsheets/stocktake/stocktake'
import { patientApi } from '../../api/client'
import { findToday } from '../../browser/time-zone'
import { Card, Cards } from '../../parts/data-table'
import { Empty } from '../../parts/empty'
import { formatNumber } from '../../parts/format'
import { ProblemNotice } from '../../parts/problem'
import { RowButtons } from '../../parts/row-button'
import { Section } from '../../parts/section'
import { CameraPanel } from '../../scan/camera-panel'
import { CodeForm } from '../../scan/code-form'
import { Outcome } from '../../scan/outcome'
import { useLookup } from '../../scan/use-lookup'
import { signal } from '../../scanner/signal'
import { CountForm } from './count-form'
import { CountProgress } from './count-progress'
import { beginCounts, type PhoneCount, type PhoneCounts, putCount, removeCount, toCountRows } from './counts'
import { forgetCounts, keepCounts, readCounts } from './kept-counts'
import { Busy, Review } from './review'
import { texts } from './texts'
import { useBooking } from './use-booking'

/** Counts shelf by shelf: a code is read, and a number is entered. */
export function CountPhone({ person }: { person: string }) {
  const kept = useCounts(person)
  // The next stocktake begins with nothing that was compared or booked.
  return <Counts key={kept.counts.id} {...kept} />
}

function Counts({ counts, keep, clear }: ReturnType<typeof useCounts>) {
  const booking = useBooking((report) => openCounts(toCountRows(counts, texts.place), makeSending(counts), report))
  const { comparing, progress } = booking
  if (comparing.isPending) return <Busy progress={progress} />
  if (comparing.data)
    return (
      <Review booking={booking} onBook={() => keep({ ...counts, isBooking: true })} onFinish={clear}>
        {!counts.isBooking && (
          <Button variant="default" onClick={comparing.reset}>
            {texts.back}
          </Button>
        )}
      </Review>
    )
  return (
    <>
      {comparing.error && <ProblemNotice error={comparing.error} retry={() => comparing.mutate()} />}
      {counts.isBooking ? (
        <Stack align="start">
          <Text fw={600}>{texts.notEnded}</Text>
          <Text>{texts.notEndedHint}</Text>
          <Button onClick={() => comparing.mutate()}>{texts.goOn}</Button>
        </Stack>
      ) : (
        <Counting counts={counts} onChange={keep} onReview={() => comparing.mutate()} />
      )}
    </>
  )
}

function makeSending({ id }: PhoneCounts) {
  const reference = texts.referenceOf(findToday())
  return { client: patientApi, reference, note: `Counts ${id}` }
}

type CountingProps = { counts: PhoneCounts; onChange: (counts: PhoneCounts) => void; onReview: () => void }

function Counting({ counts, onChange, onReview }: CountingProps) {
  const [item, setItem] = useState<Item | null>(null)
  const open = (found: Item) => {
    signal('found')
    setItem(found)
  }
  const lookup = useLookup(open, { isBusy: item !== null })
  const lookUp = (sku: string) => lookup.mutate(readCode(sku))
  const before = counts.rows.find(({ sku }) => sku === item?.sku) ?? null
  return (
    <>
      <Text>{texts.phoneLead}</Text>
      <CountProgress rows={counts.rows} onChoose={({ sku }) => lookUp(sku)} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <CameraPanel paused={lookup.isPending || item !== null} />
        <Stack gap="sm">
          <Outcome lookup={lookup} onChoose={setItem} />
          <CodeForm isPending={lookup.isPending} onCode={lookup.take} />
        </Stack>
      </SimpleGrid>
      <CountsList
        rows={counts.rows}
        onChange={lookUp}
        onRemove={(sku) => onChange(removeCount(counts, sku))}
        onReview={onReview}
      />
      <CountForm
        item={item}
        before={before}
        onClose={() => setItem(null)}
        onCount={(counted, effect) => {
          if (item) onChange(putCount(counts, item, counted, effect))
          setItem(null)
        }}
      />
    </>
  )
}

function useCounts(person: string) {
  const [counts, setCounts] = useState(() => readCounts(person))
  const keep = (next: PhoneCounts) => {
    keepCounts(person, next)
    setCounts(next)
  }
  const clear = () => {
    forgetCounts(person)
    setCounts(beginCounts())
  }
  return { counts, keep, clear }
}

type CountsListProps = {
  rows: PhoneCount[]
  onChange: (sku: string) => void
  onRemove: (sku: string) => void
  onReview: () => void
}

/** What was counted, the last one first. */
function CountsList({ rows, onChange, onRemove, onReview }: CountsListProps) {
  if (rows.length === 0) return <Empty title={texts.noCounts} hint={texts.noCountsHint} />
  return (
    <Section title={texts.counts}>
      <Button onClick={onReview} className="start">
        {texts.review}
      </Button>
      <Cards>
        {rows.toReversed().map(({ sku, name, counted }) => (
          <Card key={sku}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Stack gap={0} miw={0}>
                <Text>{name}</Text>
                <Text size="sm">{sku}</Text>
              </Stack>
              <Text fw={700} fz="lg">
                {formatNumber(counted)}
              </Text>
            </Group>
            <RowButtons
              of={[
                { text: texts.change, name: texts.changeOf(name), onClick: () => onChange(sku) },
                { text: texts.remove, name: texts.removeOf(name), onClick: () => onRemove(sku) },
              ]}
            />
          </Card>
        ))}
      </Cards>
    </Section>
  )
}
