import { allOf, type Row, type Table } from '../../store/client'
import { wholeLog } from '../../store/log/log-reader'
import { itemAfter } from '../../store/log/packed-item'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { readBase } from './item-base'
import { ItemCatalogue } from './item-catalogue'
import { itemsOfCompany } from './item-scan'

/** What a reader holds of a company's items. */
type ItemMirror = {
  catalogue: ItemCatalogue
  /** Epoch milliseconds, by the reader's clock: whatever was committed before is known, but for what the settle window covers. */
  watermark: number
  /** The watermark with which it was loaded. */
  from: number
  /** True where loading it took so much that a new base would pay. */
  compactionDue: boolean
}

/** Companies with so many items have a base; those with fewer are read from their rows. */
const basedFrom = 3_000
/** A base is made anew once changes since are more than this part of it. */
const compactedAtPart = 0.05

const mirrors = new Mirrors<ItemMirror>({
  load,
  refresh,
  bytes: ({ catalogue }) => catalogue.bytes,
})

/** All items of a company as they are now: every change that was acknowledged before the call is in it. */
export async function catalogueOf(
  table: Table,
  company: string,
  requestCompaction: (company: string) => Promise<void> = async () => {},
): Promise<ItemCatalogue> {
  const mirror = await mirrors.get(table, company)
  if (mirror.compactionDue) {
    mirror.compactionDue = false
    await requestCompaction(company)
  }
  return mirror.catalogue
}

async function load(table: Table, company: string): Promise<ItemMirror> {
  const base = await readBase(table, company)
  if (base === null) return scanned(table, company)
  const { watermark, rows } = base.head
  const catalogue = new ItemCatalogue(base.segments)
  const mirror = await refresh(table, company, { catalogue, watermark, from: watermark, compactionDue: false })
  return { ...mirror, compactionDue: mirror.compactionDue || mirror.catalogue.changes > rows * compactedAtPart }
}

/** From the rows themselves. The clock is read first: what commits during the scan is also in the log after that. */
async function scanned(table: Table, company: string): Promise<ItemMirror> {
  const watermark = table.now()
  const catalogue = new ItemCatalogue(await itemsOfCompany(table, company))
  return { catalogue, watermark, from: watermark, compactionDue: catalogue.size >= basedFrom }
}

/**
 * Reads what has changed: the log since the reader's clock before its previous query, less the time that a transaction may be under way.
 */
async function refresh(table: Table, company: string, mirror: ItemMirror): Promise<ItemMirror> {
  const now = table.now()
  const { catalogue, watermark, from } = mirror
  const recent = await itemRows(table, company, watermark)
  if (lacksChange(catalogue, recent, from)) {
    const all = await itemRows(table, company, Math.min(from, watermark))
    if (lacksChange(catalogue, all, from)) return scanned(table, company)
    take(catalogue, all)
  } else take(catalogue, recent)
  catalogue.fold(now)
  return { ...mirror, watermark: now }
}

/** Most rows of the settle window are known from the read before. */
function take(catalogue: ItemCatalogue, rows: ItemLogRow[]): void {
  for (const row of rows) if (catalogue.rev(row.item_id) < row.rev) catalogue.apply(itemAfter(row))
}

type ItemLogRow = { item_id: string; rev: number; after: string; previous_at?: number }

/** The log's rows of items since `watermark` less the settle window, oldest first. */
async function itemRows(table: Table, company: string, watermark: number): Promise<ItemLogRow[]> {
  const columns = ['item_id', 'rev', 'after', 'previous_at'] as const
  const rows = await allOf(wholeLog(table, { company, since: watermark - settledAfterMs - 1 }, { columns }))
  return rows.filter(isItemRow).reverse()
}

function isItemRow(row: Row): row is ItemLogRow {
  return typeof row.item_id === 'string' && typeof row.after === 'string'
}

/**
 * True where a row follows on a change of its item that is not known: then what was read does not reach back far enough. What was
 * settled when the mirror was loaded is known: that item was purged, and has come back.
 */
function lacksChange(catalogue: ItemCatalogue, rows: ItemLogRow[], from: number): boolean {
  const settled = from - settledAfterMs
  const known = new Map<string, number>()
  return rows.some(({ item_id, rev, previous_at }) => {
    const before = known.get(item_id) ?? catalogue.rev(item_id)
    known.set(item_id, Math.max(before, rev))
    return rev > before + 1 && (previous_at ?? 0) > settled
  })
}
