import { Box, Group, Stack, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import { addUp, type BarChartProps, type BarSeries, describeBars, roundUp } from './bar-scale'
import { formatDay, formatNumber } from './format'
import { makeLater } from './later'
import { texts } from './texts'

const Numbers = makeLater(async () => (await import('./bar-numbers')).BarNumbers)

/** Counts by day as stacked bars. Colour and texture tell them apart; the numbers are below, as a table. */
export function BarChart({ days, series, label }: BarChartProps) {
  const { ref, width } = useElementSize()
  const [opened, setOpened] = useState(false)
  const id = useId()
  const fills = series.map((_, index) => textureFill(id, index))
  return (
    <Stack gap="xs">
      <Legend series={series} fills={fills} />
      <Box ref={ref} h={chartHeight}>
        <svg
          width="100%"
          height={chartHeight}
          viewBox={`0 0 ${Math.max(1, width)} ${chartHeight}`}
          role="img"
          aria-label={describeBars(label, days, series)}
        >
          <defs>
            {series.map(({ label: name, colour }, index) => (
              <Texture key={name} id={id} index={index} colour={colour} />
            ))}
          </defs>
          {width > 0 && <Bars days={days} series={series} fills={fills} width={width} />}
        </svg>
      </Box>
      <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <Text component="summary" size="sm">
          {texts.table}
        </Text>
        <Numbers opened={opened} days={days} series={series} label={label} />
      </details>
    </Stack>
  )
}

function Legend({ series, fills }: { series: BarSeries[]; fills: string[] }) {
  return (
    <Group gap="md">
      {series.map(({ label, colour }, index) => (
        <Group key={label} gap={6} wrap="nowrap">
          <svg width={16} height={16} aria-hidden="true">
            <rect x={0.5} y={0.5} width={15} height={15} style={{ fill: fills[index], stroke: colour }} />
          </svg>
          <Text size="sm">{label}</Text>
        </Group>
      ))}
    </Group>
  )
}

/** What fills the bars of a series: its colour, with lines or dots in it, so that nobody has to know the colour. */
function Texture({ id, index, colour }: { id: string; index: number; colour: string }) {
  const Marks = marks[index % marks.length]
  return (
    <pattern id={nameOf(id, index)} width={6} height={6} patternUnits="userSpaceOnUse">
      <rect width={6} height={6} style={{ fill: colour }} />
      {Marks && <g style={{ stroke: 'var(--mantine-color-body)', fill: 'var(--mantine-color-body)' }}>{Marks}</g>}
    </pattern>
  )
}

/** The first series is plain. */
const marks = [
  null,
  <path key="stripes" d="M-1 1L1 -1M0 6L6 0M5 7L7 5" strokeWidth={1.5} />,
  <circle key="dots" cx={3} cy={3} r={1.2} stroke="none" />,
  <path key="lines" d="M0 3H6" strokeWidth={1.5} />,
  <path key="bars" d="M3 0V6" strokeWidth={1.5} />,
]

/** The value of `fill`. `id`: that of the chart, as its textures are named after it. */
function textureFill(id: string, index: number): string {
  return `url("#${nameOf(id, index)}")`
}

function nameOf(id: string, index: number): string {
  return `${id.replace(/\W/g, '')}-${index}`
}

const chartHeight = 180
/** Above the bars, and below them for the days. */
const above = 10
const below = 22
const gap = 2
const letterWidth = 7

type BarsProps = { days: string[]; series: BarSeries[]; fills: string[]; width: number }

/** The drawing: lines with their numbers, a bar for each day, and the first, middle and last day. */
function Bars({ days, series, fills, width }: BarsProps) {
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
