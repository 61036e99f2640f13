import type { BarChartProps } from './bar-scale'
import { type Column, DataTable } from './data-table'
import { formatDay, formatNumber } from './format'
import { texts } from './texts'

/** The numbers of a chart, as a table. */
export function BarNumbers({ days, series, label }: BarChartProps & { opened: boolean }) {
  return (
    <DataTable
      minWidth={120 + 110 * series.length}
      mah={320}
      aria-label={label}
      rows={days.map((id, index) => ({ id, index }))}
      columns={[
        { title: texts.day, cell: ({ id }) => formatDay(id), isHead: true },
        ...series.map(({ label: title, values }): Column<{ index: number }> => {
          return { title, cell: ({ index }) => formatNumber(values[index] ?? 0), ta: 'right' }
        }),
      ]}
    />
  )
}
