import { useQuery } from '@tanstack/react-query'
import type { DailyMovements } from '../../../client'
import { api } from '../api/client'
import { ask } from '../api/queries'
import { BarChart } from '../parts/bar-chart'
import type { BarSeries } from '../parts/bar-scale'
import { listDays } from '../parts/bar-scale'
import { typeTexts } from '../stock/texts'
import { Part } from './part'
import { texts } from './texts'

const shownDays = 30

/** In the order in which the types come in `typeTexts`. */
const colours = ['green', 'blue', 'teal', 'orange', 'violet', 'gray', 'cyan', 'red', 'yellow']

export function Movements() {
  const days = listDays(shownDays)
  const daily = useQuery(ask(['daily', shownDays], (options) => api.listDailyStock({ days: shownDays }, options)))
  return (
    <Part title={texts.movements} query={daily} empty={{ title: texts.noMovements, hint: texts.noMovementsHint }}>
      {(rows) => <BarChart label={texts.movements} days={days} series={makeSeries(days, rows)} />}
    </Part>
  )
}

/** One for each type that there is. */
function makeSeries(days: string[], rows: DailyMovements[]): BarSeries[] {
  return Object.entries(typeTexts).flatMap(([type, label], index) => {
    const daysOfType = new Map(rows.filter((row) => row.type === type).map((row) => [row.date, row.movements]))
    const colour = `var(--mantine-color-${colours[index] ?? 'gray'}-6)`
    return daysOfType.size === 0 ? [] : [{ label, colour, values: days.map((day) => daysOfType.get(day) ?? 0) }]
  })
}
