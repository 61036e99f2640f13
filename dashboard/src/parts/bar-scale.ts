import { formatDay, formatNumber } from './format'
import { texts } from './texts'

/** What is counted: a number for each day. `colour`: a CSS colour, best a variable that is right in light and dark. */
export type BarSeries = { label: string; values: number[]; colour: string }

/** `days`: UTC days such as `2026-11-25`, oldest first. `label`: what the chart shows. No value is below zero. */
export type BarChartProps = { days: string[]; series: BarSeries[]; label: string }

/** The first round number that is not below `most`. It can be halved: the middle line has a whole number. */
export function roundUp(most: number): number {
  if (most <= 2) return 2
  const unit = 10 ** Math.floor(Math.log10(most))
  return unit * ([1, 2, 4, 6, 10].find((times) => times * unit >= most) ?? 10)
}

/** The sum of each day. */
export function addUp(days: string[], series: BarSeries[]): number[] {
  return days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
}

/** What the chart shows, in words. */
export function describeBars(label: string, days: string[], series: BarSeries[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const sums = series.map(({ label: name, values }) => {
    const most = Math.max(0, ...values)
    const day = days[values.indexOf(most)] ?? first
    const sum = formatNumber(values.reduce((all, value) => all + value, 0))
    return most === 0 ? texts.noneOf(name) : texts.sumOf(name, sum, formatNumber(most), formatDay(day))
  })
  return [texts.chartOf(label, formatDay(first), formatDay(last)), ...sums].join(' ')
}

const dayMs = 86_400_000

/** The last `count` days until `today`, which is included, oldest first, such as `2026-11-25`. */
export function listDays(count: number, today: string): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(today) - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}
