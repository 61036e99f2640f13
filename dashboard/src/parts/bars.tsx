import { addUp, type BarSeries, roundUp } from './bar-scale'
import { formatDay, formatNumber } from './format'

export const chartHeight = 180
/** Above the bars, and below them for the days. */
const above = 10
const below = 22
const gap = 2
const letterWidth = 7

type BarsProps = { days: string[]; series: BarSeries[]; fills: string[]; width: number }

/** The drawing: lines with their numbers, a bar for each day, and the first, middle and last day. */
export function Bars({ days, series, fills, width }: BarsProps) {
  const sums = addUp(days, series)
  const top = roundUp(Math.max(0, ...sums))
  const left = formatNumber(top).length * letterWidth + 8
  const step = (width - left) / Math.max(1, days.length)
  const floor = chartHeight - below
  const scale = (value: number) => (value / top) * (floor - above)
  return (
    <>
      {[0, top / 2, top].map((value) => (
        <Line key={value} value={value} y={floor - scale(value)} left={left} width={width} />
      ))}
      {days.map((day, index) => (
        <g key={day}>
          <title>{[formatDay(day), ...series.map((each) => describe(each, index))].join('\n')}</title>
          <rect x={left + index * step} y={above} width={step} height={floor - above} fill="transparent" />
          {stack(series, index).map(({ from, value }, layer) => (
            <rect
              key={series[layer]?.label}
              x={left + index * step + gap / 2}
              y={floor - scale(from + value)}
              width={Math.max(1, step - gap)}
              height={scale(value)}
              style={{ fill: fills[layer] }}
            />
          ))}
        </g>
      ))}
      <Days days={days} left={left} width={width} />
    </>
  )
}

function describe({ label, values }: BarSeries, index: number): string {
  return `${label}: ${formatNumber(values[index] ?? 0)}`
}

/** Where each layer of a bar begins, and how much it is. */
function stack(series: BarSeries[], index: number): { from: number; value: number }[] {
  let from = 0
  return series.map(({ values }) => {
    const value = values[index] ?? 0
    from += value
    return { from: from - value, value }
  })
}

function Line({ value, y, left, width }: { value: number; y: number; left: number; width: number }) {
  return (
    <>
      <line x1={left} x2={width} y1={y} y2={y} stroke="var(--mantine-color-default-border)" />
      <text x={left - 6} y={y + 4} textAnchor="end" className="axis">
        {formatNumber(value)}
      </text>
    </>
  )
}

function Days({ days, left, width }: { days: string[]; left: number; width: number }) {
  const shown = [
    { day: days[0], x: left, anchor: 'start' },
    { day: days[Math.floor(days.length / 2)], x: (left + width) / 2, anchor: 'middle' },
    { day: days.at(-1), x: width, anchor: 'end' },
  ] as const
  return shown.map(({ day, x, anchor }) => (
    <text key={anchor} x={x} y={chartHeight - 4} textAnchor={anchor} className="axis">
      {day === undefined ? '' : formatDay(day)}
    </text>
  ))
}
