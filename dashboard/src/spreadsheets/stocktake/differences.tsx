import { useState } from 'react'
import type { Counted } from '../../../../spreadsheets/stocktake/count-rows'
import { breakAt, DataTable } from '../../parts/data-table'
import { formatChange, formatNumber } from '../../parts/format'
import { Pager } from '../../parts/pager'
import { Part } from '../../parts/section'
import { texts } from './texts'

const pageSize = 50

/** The rows whose count is another than the quantity. */
export function Differences({ rows }: { rows: Counted[] }) {
  const [offset, setOffset] = useState(0)
  if (rows.length === 0) return null
  return (
    <Part title={texts.differences}>
      <DataTable
        minWidth={640}
        rows={rows.slice(offset, offset + pageSize)}
        keyOf={({ line }) => line}
        columns={[
          { title: texts.sku, cell: ({ sku }) => sku, card: 'line', ...breakAt(320) },
          { title: texts.name, cell: ({ item }) => item.name, card: 'head', ...breakAt(320) },
          { title: texts.quantity, cell: ({ item }) => formatNumber(item.quantity), card: 'fact', ta: 'right' },
          { title: texts.counted, cell: ({ counted }) => formatNumber(counted), card: 'fact', ta: 'right' },
          {
            title: texts.difference,
            cell: ({ counted, item }) => formatChange(counted - item.quantity),
            card: 'side',
            ta: 'right',
          },
        ]}
      />
      <Pager offset={offset} limit={pageSize} total={rows.length} onOffset={setOffset} />
    </Part>
  )
}
