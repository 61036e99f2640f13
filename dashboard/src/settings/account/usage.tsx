import { Grid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Usage } from '../../../../client'
import { account } from '../../api/queries'
import { Answer } from '../../parts/answer'
import { BarChart } from '../../parts/bar-chart'
import { listDays } from '../../parts/days'
import { Empty } from '../../parts/empty'
import { Page } from '../../parts/page'
import { Part, Section } from '../../parts/section'
import { Limits } from './plan'
import { usage, usageDays } from './queries'
import { texts } from './texts'
import { sumByDay } from './usage-sums'
import { UsageTable } from './usage-table'

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
  const days = listDays(usageDays)
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
