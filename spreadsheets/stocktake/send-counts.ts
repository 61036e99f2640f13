import { ApiError, type CreateTransactions, type InventoryClient } from '../../client'
import type { Counted } from './count-rows'

/** What every request of a sheet says. `note` names the sheet, so that what was counted from it is found again. */
export type Sending = { client: InventoryClient; reference: string; note: string }

/** What has become of a row. `code` says why the service has left it out, or is null where it has not. */
export type Sent = { row: Counted; code: string | null; problem: string }

/**
 * Reads the sequences of rows whose items still have their quantities, by a dry run of the counts. Whatever came before
 * is in lists from then on. Yields the rows of each request.
 */
export async function* readSequences(rows: Counted[], sending: Sending): AsyncGenerator<Sent[]> {
  yield* sendAll(rows, async (open) => {
    const transactions = open.map((row) => ({ ...makeCount(row, sending), expected_quantity: row.item.quantity }))
    const { data } = await sending.client.createTransactions({ transactions, dry_run: true })
    return open.map((row, index) => ({ ...row, sequence: (data[index]?.sequence ?? 0) - 1 }))
  })
}

/** Counts the rows whose items have not moved since their sequences were read. Yields the rows of each request. */
export async function* sendCounts(
  rows: Counted[],
  { signal, ...sending }: Sending & { signal: AbortSignal },
): AsyncGenerator<Sent[]> {
  yield* sendAll(rows, async (open) => {
    const transactions = open.map((row) => ({ ...makeCount(row, sending), expected_sequence: row.sequence }))
    await sending.client.createTransactions({ transactions }, { signal })
    return open
  })
}

const rowsPerRequest = 40

/** Sends rows in one request, and returns them as they then are. */
type Send = (rows: Counted[]) => Promise<Counted[]>

async function* sendAll(rows: Counted[], send: Send): AsyncGenerator<Sent[]> {
  for (let from = 0; from < rows.length; from += rowsPerRequest)
    yield await sendChunk(rows.slice(from, from + rowsPerRequest), send)
}

/** The rows of a request go together. A row that is refused is taken out, and the others are sent again. */
async function sendChunk(rows: Counted[], send: Send): Promise<Sent[]> {
  const left: Sent[] = []
  let open = rows
  while (open.length > 0) {
    try {
      const sent = await send(open)
      return [...sent.map((row) => ({ row, code: null, problem: '' })), ...left]
    } catch (error) {
      const row = error instanceof ApiError ? findRow(error, open) : undefined
      if (!row) throw error
      const { code, message } = error as ApiError
      left.push({ row, code, problem: message })
      open = open.filter((other) => other !== row)
    }
  }
  return left
}

type Row = Extract<CreateTransactions, { transactions: unknown }>['transactions'][number]

function makeCount({ item, counted }: Counted, { reference, note }: Sending): Row {
  return { type: 'count', item_id: item.id, quantity: counted, reason: 'stocktake', reference, note }
}

/** The row that the error names, as in `transactions[3].expected_sequence`. */
function findRow({ field }: ApiError, rows: Counted[]): Counted | undefined {
  const [, index] = /^transactions\[(\d+)\]/.exec(field ?? '') ?? []
  return index === undefined ? undefined : rows[Number(index)]
}
