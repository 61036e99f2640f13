import type { CountRow } from './count-rows'
import type { Sending } from './send-counts'

/** How long before the newest count a run of the same sheet is looked for. */
const searchedMs = 30 * 24 * 60 * 60 * 1_000

/** Names a sheet by what was counted: it is the note of its movements. */
export async function nameSheet(rows: CountRow[]): Promise<string> {
  const counted = rows.map((row) => ('sku' in row ? { ...row, places: undefined } : row))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(counted)))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `Sheet ${hex.slice(0, 16)}`
}

/** The ids of the items that were counted from this sheet before, by a run that was ended, or that is run again. */
export async function findBooked({ client, note }: Sending): Promise<Set<string>> {
  const booked = new Set<string>()
  let oldest: number | null = null
  for await (const row of client.listTransactions({ type: 'count' })) {
    const at = Date.parse(row.created_at)
    oldest ??= at - searchedMs
    if (at < oldest) break
    if (row.note === note) booked.add(row.item_id)
  }
  return booked
}

/** Whether the newest counts of an item have one from this sheet. */
export async function isBooked(item_id: string, { client, note }: Sending): Promise<boolean> {
  const { data } = await client.listTransactions({ item_id, type: 'count', limit: 10 })
  return data.some((row) => row.note === note)
}
