import { useQuery } from '@tanstack/react-query'
import type { DailyMovements } from '../../../client'
import { api } from '../api/client'
import { BarChart } from '../parts/bar-chart'
import type { BarSeries } from '../parts/bar-scale'
import { listDays } from '../parts/days'
import { Empty } from '../parts/empty'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { typeTexts } from '../stock/texts'
import { texts } from './texts'

const shownDays = 30

/** In the order in which the types come in `typeTexts`. */
const colours = ['green', 'blue', 'teal', 'orange', 'violet', 'gray', 'cyan', 'red', 'yellow']

export function Movements() {
  const { data, error, refetch } = useQuery({
    queryKey: ['daily', shownDays],
    queryFn: ({ signal }) => api.listDailyStock({ days: shownDays }, { signal }),
  })
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!data) return <RowsLoading />
  if (data.data.length === 0) return <Empty title={texts.noMovements} hint={texts.noMovementsHint} />
  const days = listDays(shownDays)
  return <BarChart label={texts.movements} days={days} series={makeSeries(days, data.data)} />
}

/** One for each type that there is. */
function makeSeries(days: string[], rows: DailyMovements[]): BarSeries[] {
  return Object.entries(typeTexts).flatMap(([type, label], index) => {
    const daysOfType = new Map(rows.filter((row) => row.type === type).map((row) => [row.date, row.movements]))
    const colour = `var(--mantine-color-${colours[index] ?? 'gray'}-6)`
    return daysOfType.size === 0 ? [] : [{ label, colour, values: days.map((day) => daysOfType.get(day) ?? 0) }]
  })
}
