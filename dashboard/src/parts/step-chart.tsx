import { Box, Group, Stack, Text } from '@mantine/core'
import { formatDate, formatNumber, formatTime } from './format'

/** `at`: epoch milliseconds. */
export type ChartPoint = { at: number; value: number }

type StepChartProps = {
  /** In the order of time. The line keeps a value until the next point. */
  points: ChartPoint[]
  /** Says in words what the line shows: it is read out in place of it. */
  label: string
}

/** A line of steps, as wide as there is room. The labels are text beside it, so that they are not stretched. */
export function StepChart({ points, label }: StepChartProps) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const values = points.map(({ value }) => value)
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const isOneDay = formatDate(iso(first)) === formatDate(iso(last))
  const format = isOneDay ? formatTime : formatDate
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" align="stretch">
        <Stack justify={min === max ? 'center' : 'space-between'} gap={0} aria-hidden="true">
          <Text size="sm">{formatNumber(max)}</Text>
          {min !== max && <Text size="sm">{formatNumber(min)}</Text>}
        </Stack>
        <Box flex={1} miw={0} py={10}>
          <svg role="img" aria-label={label} viewBox="0 0 100 100" preserveAspectRatio="none" className="steps">
            <path
              d="M0 0H100M0 100H100"
              stroke="var(--mantine-color-default-border)"
              vectorEffect="non-scaling-stroke"
            />
            <path
              d={drawSteps(points, { min, max })}
              fill="none"
              stroke="var(--mantine-primary-color-filled)"
              strokeWidth={2}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        </Box>
      </Group>
      <Group justify="space-between" aria-hidden="true">
        <Text size="sm">{format(iso(first))}</Text>
        <Text size="sm">{format(iso(last))}</Text>
      </Group>
    </Stack>
  )
}

const iso = ({ at }: ChartPoint) => new Date(at).toISOString()

/** The path, in hundredths of the width and of the height. */
function drawSteps(points: ChartPoint[], { min, max }: { min: number; max: number }): string {
  const from = points[0]?.at ?? 0
  const duration = (points.at(-1)?.at ?? 0) - from
  const x = (at: number) => round(duration === 0 ? 0 : ((at - from) / duration) * 100)
  const y = (value: number) => round(max === min ? 50 : ((max - value) / (max - min)) * 100)
  const steps = points.map(({ at, value }, index) => `${index === 0 ? 'M0 ' : `H${x(at)}V`}${y(value)}`)
  return `${steps.join('')}H100`
}

const round = (value: number) => Math.round(value * 100) / 100
