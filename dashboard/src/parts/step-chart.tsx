import { ChartFrame, type Place } from './chart-frame'
import { formatDate, formatNumber, formatTime } from './format'

/** `at`: epoch milliseconds. */
export type ChartPoint = { at: number; value: number }

type StepChartProps = {
  /** In the order of time. The line keeps a value until the next point. None is below zero. */
  points: ChartPoint[]
  /** Says in words what the line shows: it is read out in place of it. */
  label: string
  /** A value that the line should not fall below, and what it is called. */
  bound?: { value: number; label: string } | null
}

/** A line of steps over zero. */
export function StepChart({ points, label, bound = null }: StepChartProps) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const duration = last.at - first.at
  const format = formatDate(iso(first.at)) === formatDate(iso(last.at)) ? formatTime : formatDate
  const describe = (place: number) => {
    const at = first.at + place * duration
    const there = points.findLast((point) => point.at <= at) ?? first
    return `${format(iso(at))}: ${formatNumber(there.value)}`
  }
  return (
    <ChartFrame
      label={label}
      most={Math.max(bound?.value ?? 0, ...points.map(({ value }) => value))}
      ends={[format(iso(first.at)), '', format(iso(last.at))]}
      describe={describe}
    >
      {(place) => (
        <>
          {bound && <Bound {...bound} at={place} />}
          <path
            d={drawSteps(points, place, duration)}
            fill="none"
            stroke="var(--mantine-primary-color-filled)"
            strokeWidth={2}
          />
        </>
      )}
    </ChartFrame>
  )
}

function Bound({ value, label, at: { left, width, y } }: { value: number; label: string; at: Place }) {
  return (
    <>
      <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="bound" />
      <text x={width} y={y(value) - 4} textAnchor="end" className="axis">
        {label}
      </text>
    </>
  )
}

const iso = (at: number) => new Date(at).toISOString()

function drawSteps(points: ChartPoint[], { left, width, y }: Place, duration: number): string {
  const from = points[0]?.at ?? 0
  const x = (at: number) => left + (duration === 0 ? 0 : (at - from) / duration) * (width - left)
  const steps = points.map(({ at, value }, index) => (index === 0 ? `M${left} ${y(value)}` : `H${x(at)}V${y(value)}`))
  return `${steps.join('')}H${width}`
}
