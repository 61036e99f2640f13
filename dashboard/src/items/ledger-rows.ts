import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '../../../client'
import { getTransaction, listTransactions } from '../api/queries'
import type { ItemSearch } from './search'

/** How many movements a page of the ledger shows. */
export const ledgerPage = 25
/** How many are read at once: those of the chart, and of four pages. */
const block = 100

const listBlock = (itemId: string, offset: number) => listTransactions({ item_id: itemId, offset, limit: block })

/** The last movements of an item. */
export const listLatest = (itemId: string) => listBlock(itemId, 0)

/** The page of the ledger that the address names by its offset, or by a movement that is on it. */
export function useLedgerRows(itemId: string, { offset: asked = 0, entry }: ItemSearch) {
  const latest = useQuery(listLatest(itemId))
  const total = latest.data?.pagination.total ?? 0
  const found = useEntryIndex(entry, latest.data?.data, total)
  // A link may name a row that there is not.
  const row = found ?? (latest.data ? Math.min(asked, Math.max(0, total - 1)) : asked)
  const offset = row - (row % ledgerPage)
  const from = offset - (offset % block)
  const { data, error, refetch } = useQuery({ ...listBlock(itemId, from), enabled: found !== undefined })
  return {
    rows: found === undefined ? undefined : data?.data.slice(offset - from, offset - from + ledgerPage),
    offset,
    total: data?.pagination.total ?? total,
    error,
    refetch,
  }
}

/** How many newer movements the item has. Undefined until it is known, null where there is none to look for. */
function useEntryIndex(entry: string | undefined, latest: Transaction[] | undefined, total: number) {
  const index = latest?.findIndex(({ id }) => id === entry) ?? -1
  const isOlder = entry !== undefined && latest !== undefined && index === -1
  const older = useQuery({ ...getTransaction(entry ?? ''), enabled: isOlder })
  if (entry === undefined || older.isError) return null
  if (index !== -1) return index
  // The movements of an item are numbered from 1, without gaps.
  return older.data && Math.max(0, total - older.data.sequence)
}
