import type { InventoryClient, Transaction } from '../../client'
import { type Report, readBySku, readStock } from '../items/stock'
import type { Mapping } from '../sheet/mapping'
import type { Sheet } from '../sheet/sheet'
import {
  type Counted,
  type CountField,
  type CountRow,
  compareCounts,
  matchItems,
  matchSheet,
  type RefusedRow,
  readCounts,
  type Stocktake,
} from './count-rows'
import { readSequences, type Sending, type Sent, sendCounts } from './send-counts'

/** A counted sheet with the items that it counts. */
export type OpenStocktake = { counted: Counted[]; refused: RefusedRow[]; sending: Sending }

type Desk = Omit<Sending, 'note'>
/** `allowsLookalikes`: a SKU that is easily taken for another one is meant so. */
type SheetOfCounts = { sheet: Sheet; mapping: Mapping<CountField>; allowsLookalikes: boolean }

/** Reads the counts of a sheet, and looks up their items. `report` is told how many of how many are read. */
export async function openStocktake(
  { sheet, mapping, allowsLookalikes }: SheetOfCounts,
  desk: Desk,
  report?: Report,
): Promise<OpenStocktake> {
  const rows = readCounts(sheet, mapping)
  const named = rows.map((row) => row.named)
  const skus = new Set(named.flatMap(({ sku }) => (sku === '' ? [] : [sku])))
  const stock = await readStock(desk.client, { skus, ids: new Set(named.flatMap(({ id }) => id ?? [])) }, report)
  const sending = { ...desk, note: await nameSheet(rows) }
  return { ...matchSheet(rows, stock, { allowsLookalikes }), sending }
}

/** The same for counts of items that were chosen one by one. The note names them: under it, each is booked once. */
export async function openCounts(rows: CountRow[], sending: Sending, report?: Report): Promise<OpenStocktake> {
  const skus = new Set(rows.flatMap((row) => ('sku' in row ? [row.sku] : [])))
  const { bySku } = await readBySku(sending.client, skus, report)
  return { ...matchItems(rows, bySku), sending }
}

/** What a stocktake would do. Nothing is written. */
export async function foresee({ counted, refused, sending }: OpenStocktake): Promise<Stocktake> {
  return compareCounts(counted, refused, await findBooked(counted, sending))
}

/**
 * Compares the rows with their items as they stand now. What was booked is looked for then: it is in lists now.
 * `report` is told how many of how many are compared.
 */
export async function readStandings({ counted, refused, sending }: OpenStocktake, report: Report): Promise<Stocktake> {
  const rows: Counted[] = []
  for (let open = counted; open.length > 0; ) {
    const moving: Counted[] = []
    for await (const sent of readSequences(open, sending)) {
      for (const { row, code, problem } of sent)
        if (code === null) rows.push(row)
        else if (code === 'version_conflict') moving.push(await lookAgain(row, sending))
        else refused.push({ place: row.places.sku, problem })
      report(rows.length, counted.length)
    }
    open = moving
  }
  return compareCounts(rows, refused, await findBooked(rows, sending))
}

/** An item that has moved since it was looked up: the row expects what it had. */
async function lookAgain(row: Counted, { client }: Sending): Promise<Counted> {
  return { ...row, expected: row.expected ?? row.item.quantity, item: await client.getItem(row.item.id) }
}

/** Nothing is booked yet. */
export function beginBooking(found: Stocktake): Stocktake {
  return { ...found, different: [], equal: [] }
}

/** Books what was found. Each row goes to where it belongs in `booked`. Yields how many rows are done. */
export async function* bookCounts(
  found: Stocktake,
  booked: Stocktake,
  { signal, ...sending }: Sending & { signal: AbortSignal },
): AsyncGenerator<number> {
  let done = 0
  for (const kind of ['different', 'equal'] as const)
    for await (const sent of sendCounts(found[kind], { ...sending, signal })) {
      for (const row of sent) await keep(row, booked[kind], booked, sending)
      done += sent.length
      yield done
    }
}

async function keep(sent: Sent, counted: Counted[], booked: Stocktake, sending: Sending): Promise<void> {
  const { row, code, problem } = sent
  if (code === null) counted.push(row)
  else if (code === 'version_conflict') {
    const moved = { ...row, expected: row.item.quantity, item: await sending.client.getItem(row.item.id) }
    // Another run may have booked the row after this one looked.
    const kind = (await isBooked(row.item.id, sending)) ? booked.done : booked.moved
    kind.push(moved)
  } else booked.refused.push({ place: row.places.sku, problem })
}

/** How long before the newest count a run of the same sheet is looked for. */
const searchedMs = 30 * 24 * 60 * 60 * 1_000

/** Names a sheet by what was counted: it is the note of its movements. */
async function nameSheet(rows: ReturnType<typeof readCounts>): Promise<string> {
  const counted = rows.flatMap(({ count }) => (count ? [{ ...count, places: undefined }] : []))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(counted)))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `Sheet ${hex.slice(0, 16)}`
}

/**
 * The ids of the items that were counted from this sheet before, by a run that was ended, or that is run again, also
 * where more of the sheet is counted by now.
 */
async function findBooked(rows: Counted[], sending: Sending): Promise<Set<string>> {
  const booked = new Set<string>()
  const byItem = new Map(rows.map((row) => [row.item.id, row]))
  let oldest: number | null = null
  for await (const count of sending.client.listTransactions({ type: 'count' })) {
    const at = Date.parse(count.created_at)
    oldest ??= at - searchedMs
    if (at < oldest) break
    const row = byItem.get(count.item_id)
    if (row && isOwn(count, row, sending)) booked.add(count.item_id)
  }
  return booked
}

/**
 * Whether the row was booked by this count: from this sheet as it is, or as it was when less of it was counted. Then
 * the count has led from what the sheet expects to what it says, under its reference, and the item has moved since then
 * to what it has, or not at all.
 */
function isOwn(count: Transaction, row: Counted, { note, reference }: Sending): boolean {
  if (count.note === note) return true
  const { expected, counted, item, sequence } = row
  const isOfSheet = count.reference === reference && count.reason === 'stocktake' && count.note?.startsWith('Sheet ')
  const isSame = count.quantity_after === counted && count.quantity_before === (expected ?? count.quantity_before)
  const isLast = count.sequence === sequence
  return Boolean(isOfSheet) && isSame && (isLast || (expected !== null && expected !== item.quantity))
}

/** Whether the newest counts of an item have one from this sheet. */
async function isBooked(item_id: string, { client, note }: Sending): Promise<boolean> {
  const { data } = await client.listTransactions({ item_id, type: 'count', limit: 10 })
  return data.some((row) => row.note === note)
}

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
