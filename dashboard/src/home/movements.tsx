import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DailyMovements } from '../../../client'
import { api } from '../api/client'
import { ask } from '../api/queries'
import { findToday, startOfDay } from '../browser/time-zone'
import { BarChart } from '../parts/bar-chart'
import { type BarSeries, listDays } from '../parts/bar-scale'
import { type ChartPoint, StepChart } from '../parts/step-chart'
import { Part } from './part'
import { texts } from './texts'

const shownDays = 90

/** What has come in and gone out, and what that has left of all units. */
export function Movements({ units }: { units: number | undefined }) {
  const daily = useQuery(ask(['daily', shownDays], (options) => api.listDailyStock({ days: shownDays }, options)))
  return (
    <Part title={texts.movements} query={daily} empty={{ title: texts.noMovements, hint: texts.noMovementsHint }}>
      {(rows) => {
        const days = listDays(shownDays, [findToday(), ...rows.map(({ date }) => date)].sort().at(-1) ?? '')
        const sums = sumDays(days, rows)
        return (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <BarChart label={texts.movements} days={days} series={sums.series} />
            {units !== undefined && (
              <Stack gap="xs">
                <Text size="sm">{texts.stock}</Text>
                <StepChart label={texts.stockOver} points={listStock(days, sums.net, units)} />
              </Stack>
            )}
          </SimpleGrid>
        )
      }}
    </Part>
  )
}

function sumDays(days: string[], rows: DailyMovements[]) {
  const sum = (field: 'units_in' | 'units_out') => {
    const byDay = new Map<string, number>()
    for (const row of rows) byDay.set(row.date, (byDay.get(row.date) ?? 0) + row[field])
    return days.map((day) => byDay.get(day) ?? 0)
  }
  const [into, out] = [sum('units_in'), sum('units_out')]
  const series: BarSeries[] = [
    { label: texts.unitsIn, colour: 'var(--mantine-primary-color-filled)', values: into },
    { label: texts.unitsOut, colour: 'var(--mantine-color-yellow-7)', values: out },
  ]
  return { series, net: into.map((value, index) => value - (out[index] ?? 0)) }
}

/** What each day ended with: counted back from the units of now, over the movements of the days after. */
function listStock(days: string[], net: number[], units: number): ChartPoint[] {
  const points: ChartPoint[] = []
  let value = units
  for (let index = days.length - 1; index >= 0; index--) {
    points.unshift({ at: startOfDay(days[index] ?? ''), value: Math.max(0, value) })
    value -= net[index] ?? 0
  }
  return points
}
