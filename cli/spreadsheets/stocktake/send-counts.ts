import { ApiError, type InventoryClient } from '../../../client'
import type { Counted } from './count-rows'

const rowsPerRequest = 40

/** What has become of a row. `moved`: its quantity changed after it was read. */
export type SentCount = { row: Counted; outcome: 'counted' | 'moved' | 'refused'; problem: string | null }

/** `note` names the sheet, so that what was counted from it is found again. */
export type Sending = { client: InventoryClient; reference: string; note: string; signal: AbortSignal }

/** Yields the outcome of the rows of each request. */
export async function* sendCounts(rows: Counted[], sending: Sending): AsyncGenerator<SentCount[]> {
  for (let from = 0; from < rows.length; from += rowsPerRequest)
    yield await sendChunk(rows.slice(from, from + rowsPerRequest), sending)
}

/** The rows of a request commit together. A row that is refused is taken out, and the others are sent again. */
async function sendChunk(rows: Counted[], sending: Sending): Promise<SentCount[]> {
  const left: SentCount[] = []
  let open = rows
  while (open.length > 0) {
    try {
      await sendRows(open, sending)
      break
    } catch (error) {
      const row = error instanceof ApiError ? findRow(error, open) : undefined
      if (!row) throw error
      const { code, message } = error as ApiError
      left.push({ row, outcome: code === 'version_conflict' ? 'moved' : 'refused', problem: message })
      open = open.filter((other) => other !== row)
    }
  }
  return [...open.map((row) => ({ row, outcome: 'counted' as const, problem: null })), ...left]
}

async function sendRows(rows: Counted[], { client, reference, note, signal }: Sending): Promise<void> {
  const transactions = rows.map(({ sku, counted, item }) => ({
    type: 'count' as const,
    sku,
    quantity: counted,
    expected_quantity: item.quantity,
    reason: 'stocktake' as const,
    reference,
    note,
  }))
  await client.createTransactions({ transactions }, { signal })
}

/** The row that the error names, as in `transactions[3].expected_quantity`. */
function findRow({ field }: ApiError, rows: Counted[]): Counted | undefined {
  const [, index] = /^transactions\[(\d+)\]/.exec(field ?? '') ?? []
  return index === undefined ? undefined : rows[Number(index)]
}
