import { Group, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { addUp, type BarChartProps, type BarSeries, describeBars } from './bar-scale'
import { ChartFrame } from './chart-frame'
import { formatDay, formatNumber } from './format'
import { makeLater } from './later'
import { texts } from './texts'

const Numbers = makeLater(async () => (await import('./bar-numbers')).BarNumbers)

/** Counts by day as stacked bars. Colour and texture tell them apart; the numbers are below, as a table. */
export function BarChart({ days, series, label }: BarChartProps) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const fills = series.map((_, index) => textureFill(id, index))
  return (
    <Stack gap="xs">
      <Legend series={series} fills={fills} />
      <Bars days={days} series={series} label={label} fills={fills} id={id} />
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

/** What fills the bars of a series: its colour, with stripes in it but for the first, so that nobody has to know it. */
function Texture({ id, index, colour }: { id: string; index: number; colour: string }) {
  return (
    <pattern id={nameOf(id, index)} width={6} height={6} patternUnits="userSpaceOnUse">
      <rect width={6} height={6} style={{ fill: colour }} />
      {index > 0 && (
        <path d="M-1 1L1 -1M0 6L6 0M5 7L7 5" strokeWidth={1.5} style={{ stroke: 'var(--mantine-color-body)' }} />
      )}
    </pattern>
  )
}

/** The value of `fill`. `id`: that of the chart, as its textures are named after it. */
function textureFill(id: string, index: number): string {
  return `url("#${nameOf(id, index)}")`
}

function nameOf(id: string, index: number): string {
  return `${id.replace(/\W/g, '')}-${index}`
}

const gap = 2

type BarsProps = BarChartProps & { fills: string[]; id: string }

/** The drawing: a bar for each day. */
function Bars({ days, series, label, fills, id }: BarsProps) {
  const describe = (at: number) => {
    const index = Math.min(days.length - 1, Math.floor(at * days.length))
    const values = series.map(({ label: name, values: all }) => `${name}: ${formatNumber(all[index] ?? 0)}`)
    return [formatDay(days[index] ?? ''), ...values].join(' · ')
  }
  const ends = [days[0], days[Math.floor(days.length / 2)], days.at(-1)]
  return (
    <ChartFrame
      label={describeBars(label, days, series)}
      most={Math.max(0, ...addUp(days, series))}
      ends={ends.map((day) => (day === undefined ? '' : formatDay(day)))}
      describe={describe}
    >
      {({ left, width, y }) => {
        const step = (width - left) / Math.max(1, days.length)
        return (
          <>
            <defs>
              {series.map(({ label: name, colour }, index) => (
                <Texture key={name} id={id} index={index} colour={colour} />
              ))}
            </defs>
            {days.map((day, index) =>
              stack(series, index).map(({ from, value }, layer) => (
                <rect
                  key={`${day} ${series[layer]?.label}`}
                  x={left + index * step + gap / 2}
                  y={y(from + value)}
                  width={Math.max(1, step - gap)}
                  height={y(from) - y(from + value)}
                  style={{ fill: fills[layer] }}
                />
              )),
            )}
          </>
        )
      }}
    </ChartFrame>
  )
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
