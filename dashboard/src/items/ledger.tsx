import { useSearch } from '@tanstack/react-router'
import type { Transaction } from '../../../client'
import { useRights } from '../api/person'
import { Cards } from '../parts/cards'
import { useIsPhone } from '../parts/phone'
import { LedgerCard } from './ledger-card'
import { LedgerTable } from './ledger-table'
import { useNames } from './who'

/** How a row of the ledger is shown. */
export type LedgerRowProps = {
  row: Transaction
  who: string
  /** The address names it: it takes the focus. */
  isShown: boolean
  write: boolean
}

/** A page of the movements of an item, newest first: on a phone as cards. */
export function Ledger({ rows, itemId }: { rows: Transaction[]; itemId: string }) {
  const { write } = useRights()
  const { entry } = useSearch({ from: '/items/$id' })
  const nameOf = useNames(itemId, rows)
  const shown = rows.map((row) => ({ row, who: nameOf(row), isShown: row.id === entry, write }))
  if (!useIsPhone()) return <LedgerTable rows={shown} write={write} />
  return (
    <Cards>
      {shown.map((props) => (
        <LedgerCard key={props.row.id} {...props} />
      ))}
    </Cards>
  )
}
