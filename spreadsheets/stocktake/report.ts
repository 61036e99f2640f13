import type { InventoryClient, Transaction } from '../../client'
import type { Stocktake } from './count-rows'

/** How many rows of each kind there are, by what the kind is called. Those without a row are left out. */
export function countKinds(
  { different, equal, moved, done, refused }: Stocktake,
  kind: 'dry run' | 'booked',
): { word: string; rows: number }[] {
  const rows = {
    [kind === 'booked' ? 'corrected' : 'to correct']: different,
    [kind === 'booked' ? 'confirmed' : 'to confirm']: equal,
    moved,
    'done before': done,
    refused,
  }
  return Object.entries(rows)
    .map(([word, { length }]) => ({ word, rows: length }))
    .filter((each) => each.rows > 0)
}

/** The movements since the item had the expected quantity, newest first. Ten at most. */
export async function listMovements(
  client: InventoryClient,
  itemId: string,
  expected: number | null,
): Promise<Transaction[]> {
  const { data } = await client.listTransactions({ item_id: itemId, limit: 10 })
  const end = data.findIndex(({ quantity_after }) => quantity_after === expected)
  return data.slice(0, end === -1 ? data.length : end)
}
