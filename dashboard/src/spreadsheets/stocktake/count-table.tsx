import type { Item } from '../../../../client'
import { breakAt, DataTable } from '../../parts/data-table'
import { formatNumber } from '../../parts/format'
import { texts } from './texts'

/** The list as it is printed. */
export function CountTable({ items, withExpected }: { items: Item[]; withExpected: boolean }) {
  return (
    <DataTable
      className="counts"
      minWidth={640}
      withTableBorder
      withColumnBorders
      rows={items}
      columns={[
        { title: texts.location, cell: ({ location }) => location, ...breakAt(320) },
        { title: texts.sku, cell: ({ sku }) => sku, ...breakAt(320) },
        { title: texts.name, cell: ({ name }) => name, ...breakAt(320) },
        { title: texts.barcode, cell: ({ barcode }) => barcode, ...breakAt(320) },
        withExpected && { title: texts.expected, cell: ({ quantity }) => formatNumber(quantity), ta: 'right' },
        { title: texts.counted, cell: () => null, miw: '6rem' },
      ]}
    />
  )
}
