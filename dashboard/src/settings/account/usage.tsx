import { Grid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Usage } from '../../../../client'
import { api } from '../../api/client'
import { account, ask, listKeys, listPeople } from '../../api/queries'
import { Answer } from '../../parts/answer'
import { BarChart } from '../../parts/bar-chart'
import { listDays } from '../../parts/bar-scale'
import { breakAt, DataTable } from '../../parts/data-table'
import { Empty } from '../../parts/empty'
import { formatNumber } from '../../parts/format'
import { Page } from '../../parts/page'
import { Part, Section } from '../../parts/section'
import { nameKey } from '../keys/key-name'
import { Limits } from './plan'
import { texts } from './texts'

/** What was sent, by whom, and what is allowed. */
export default function UsagePage() {
  return (
    <Page title={texts.usage}>
      <Answer query={useQuery(usage)} rows={6}>
        {({ data }) =>
          data.length === 0 ? <Empty title={texts.noUsage} hint={texts.noUsageHint} /> : <UsageOf rows={data} />
        }
      </Answer>
    </Page>
  )
}

function UsageOf({ rows }: { rows: Usage['data'] }) {
  const ofAccount = useQuery(account).data
  const days = listDays(usageDays, new Date().toISOString().slice(0, 10))
  const { requests, refused } = sumByDay(rows, days)
  const series = [
    { label: texts.answered, values: requests, colour: 'var(--mantine-color-blue-filled)' },
    { label: texts.refused, values: refused, colour: 'var(--mantine-color-orange-filled)' },
  ]
  return (
    <>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Section title={texts.usageOf(usageDays)}>
            <BarChart days={days} series={series} label={texts.usageOf(usageDays)} />
            <Text size="sm">{texts.refusedHint}</Text>
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Section title={texts.requests}>{ofAccount && <Limits account={ofAccount} />}</Section>
        </Grid.Col>
      </Grid>
      <Part title={texts.by}>
        <UsageTable rows={rows} today={days.at(-1) ?? ''} />
      </Part>
    </>
  )
}

const most = { offset: 0, limit: 100 }

/** How keys and people are called, by their ids. Owners may list them; others know themselves. */
function useSenderNames(): Map<string, string> {
  const person = useQuery(account).data?.person
  const enabled = person?.role === 'owner'
  const keys = useQuery({ ...listKeys(most), enabled }).data?.data ?? []
  const people = useQuery({ ...listPeople(most), enabled }).data?.data ?? []
  const names = new Map<string, string>()
  for (const key of keys)
    names.set(key.id, key.revoked_at === null ? nameKey(key) : `${nameKey(key)} (${texts.revokedInText})`)
  for (const { id, name } of people) names.set(id, name)
  if (person) names.set(person.id, `${person.name} (${texts.you})`)
  return names
}

/** `today`: the UTC day. */
function UsageTable({ rows, today }: { rows: Usage['data']; today: string }) {
  const names = useSenderNames()
  return (
    <DataTable
      minWidth={640}
      rows={sumBySender(rows, today)}
      columns={[
        { title: texts.who, cell: ({ id }) => names.get(id) ?? id, ...breakAt(280) },
        { title: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
        { title: texts.today, cell: (sender) => formatNumber(sender.today.requests), ta: 'right' },
        { title: texts.requestsIn(usageDays), cell: ({ days }) => formatNumber(days.requests), ta: 'right' },
        { title: texts.refusedIn(usageDays), cell: ({ days }) => formatNumber(days.refused), ta: 'right' },
      ]}
    />
  )
}

const usageDays = 30

const usage = ask(['usage'], (options) => api.getUsage({ days: usageDays }, options))

type Row = Usage['data'][number]

/** Of all senders, for each of the days. */
function sumByDay(rows: Row[], days: string[]): { requests: number[]; refused: number[] } {
  const ofDays = days.map((day) => add(rows.filter(({ date }) => date === day)))
  return { requests: ofDays.map(({ requests }) => requests), refused: ofDays.map(({ refused }) => refused) }
}

/** What each key and person has sent: `days` is of all days, `today` of the last. Who has sent most comes first. */
function sumBySender(rows: Row[], today: string) {
  const senders = [...new Set(rows.map(senderOf))].map((id) => {
    const sent = rows.filter((row) => senderOf(row) === id)
    const kind = sent.some(({ key_id }) => key_id !== null) ? ('key' as const) : ('person' as const)
    return { id, kind, days: add(sent), today: add(sent.filter(({ date }) => date === today)) }
  })
  return senders.sort((a, b) => b.days.requests - a.days.requests)
}

function senderOf({ key_id, person_id }: Row): string {
  return key_id ?? person_id ?? ''
}

function add(rows: Row[]): { requests: number; refused: number } {
  return rows.reduce(
    (sum, { requests, refused }) => ({ requests: sum.requests + requests, refused: sum.refused + refused }),
    { requests: 0, refused: 0 },
  )
}
