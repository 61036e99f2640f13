import { useSearch } from '@tanstack/react-router'
import type { Transaction } from '../../../client'
import { useRights } from '../api/person'
import { breakAt, DataTable, inOneLine } from '../parts/data-table'
import { formatChange, formatNumber, formatTime } from '../parts/format'
import { MovementType, nameReason, ReverseButton } from './movement'
import { canReverse } from './reverse'
import { texts } from './texts'
import { useNames } from './who'

/** A page of the movements of an item, newest first. */
export function Ledger({ rows, itemId }: { rows: Transaction[]; itemId: string }) {
  const { write } = useRights()
  const { entry } = useSearch({ from: '/items/$id' })
  const nameOf = useNames(itemId, rows)
  return (
    <DataTable
      minWidth={write ? 860 : 760}
      verticalSpacing="xs"
      rows={rows}
      target={entry}
      columns={[
        { title: texts.time, cell: (row) => formatTime(row.created_at), card: 'foot', ...inOneLine },
        { title: texts.type, cell: (row) => <MovementType row={row} />, card: 'head' },
        {
          title: texts.change,
          cell: (row) => formatChange(row.quantity_change),
          card: 'side',
          ta: 'right',
          ff: 'monospace',
        },
        {
          title: texts.balance,
          cell: (row) => formatNumber(row.quantity_after),
          card: 'fact',
          ta: 'right',
          ff: 'monospace',
        },
        { title: texts.reason, cell: (row) => nameReason(row.reason), card: 'fact' },
        { title: texts.reference, cell: (row) => row.reference, card: 'fact', ...breakAt(160) },
        { title: texts.note, cell: (row) => row.note, card: 'fact', ...breakAt(240) },
        { title: texts.who, cell: nameOf, card: 'foot', miw: 90, ...breakAt(180) },
        write && { title: texts.actions, cell: (row) => canReverse(row) && <ReverseButton row={row} />, card: 'foot' },
      ]}
    />
  )
}
