import { Box, Group, Stack, Table, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { type BarSeries, describeBars } from './bar-scale'
import { Bars, chartHeight } from './bars'
import { formatDay, formatNumber } from './format'
import { texts } from './texts'
import { Texture, textureFill } from './texture'
import { WideTable } from './wide-table'

/** `days`: UTC days such as `2026-11-25`, oldest first. `label`: what the chart shows. No value is below zero. */
export type BarChartProps = { days: string[]; series: BarSeries[]; label: string }

/** Counts by day as stacked bars. Colour and texture tell them apart; the numbers are below, as a table. */
export function BarChart({ days, series, label }: BarChartProps) {
  const { ref, width } = useElementSize()
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
      <Folded title={texts.table}>
        <Numbers days={days} series={series} label={label} />
      </Folded>
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

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        {title}
      </Text>
      {children}
    </details>
  )
}

function Numbers({ days, series, label }: BarChartProps) {
  return (
    <WideTable minWidth={120 + 110 * series.length} mah={320} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.day}</Table.Th>
          {series.map((each) => (
            <Table.Th key={each.label} ta="right">
              {each.label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map((day, index) => (
          <Table.Tr key={day}>
            <Table.Th scope="row">{formatDay(day)}</Table.Th>
            {series.map(({ label: name, values }) => (
              <Table.Td key={name} ta="right">
                {formatNumber(values[index] ?? 0)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
