import { collectPages, type Table } from '../../store/client'
import { readLog } from '../../store/log/log-reader'
import { unpackItem } from '../../store/log/packed-item'
import type { Row } from '../../store/schema'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { readBase } from './item-base'
import { ItemCatalogue } from './item-catalogue'
import { scanItems } from './item-scan'

type ItemMirror = {
  catalogue: ItemCatalogue
  /** Epoch milliseconds by the reader's clock. Changes before it are known, but for those not settled then. */
  watermark: number
  /** The watermark that the mirror was loaded with. */
  from: number
  /** Log rows that it has applied since it was loaded. */
  changes: number
  /** True if loading was so expensive that a new base is worth making. */
  compactionDue: boolean
}

/** Companies with at least this many items get a base. For smaller ones, all item rows are read. */
const basedFrom = 3_000
/** A new base is requested when more than this fraction of the last one has changed. */
const compactedAtPart = 0.05

const mirrors = new Mirrors<ItemMirror>({
  load,
  refresh,
  bytes: ({ catalogue }) => catalogue.bytes,
})

/** Includes every change acknowledged before the call. Calls `requestCompaction` if a new base is worth making. */
export async function readCatalogue(
  table: Table,
  companyId: string,
  requestCompaction: (companyId: string) => Promise<void> = async () => {},
): Promise<ItemCatalogue> {
  const mirror = await mirrors.get(table, companyId)
  if (mirror.compactionDue) {
    mirror.compactionDue = false
    await requestCompaction(companyId)
  }
  return mirror.catalogue
}

async function load(table: Table, companyId: string): Promise<ItemMirror> {
  const base = await readBase(table, companyId)
  if (base === null) return scan(table, companyId)
  const { watermark, rows } = base.head
  const catalogue = new ItemCatalogue(base.segments)
  const start = { catalogue, watermark, from: watermark, changes: 0, compactionDue: false }
  const mirror = await refresh(table, companyId, start)
  return { ...mirror, compactionDue: mirror.compactionDue || mirror.changes > rows * compactedAtPart }
}

/** The clock is read first: a change committed during the scan is also in the log after that time. */
async function scan(table: Table, companyId: string): Promise<ItemMirror> {
  const watermark = table.now()
  const catalogue = new ItemCatalogue(await scanItems(table, companyId))
  return { catalogue, watermark, from: watermark, changes: 0, compactionDue: catalogue.size >= basedFrom }
}

/** If a change is missing, reads the log since the mirror was loaded. If that is not enough, scans the item rows. */
async function refresh(table: Table, companyId: string, mirror: ItemMirror): Promise<ItemMirror> {
  const now = table.now()
  const { catalogue, watermark, from } = mirror
  const recent = await readItemRows(table, companyId, watermark)
  if (lacksChange(catalogue, recent, from)) {
    const all = await readItemRows(table, companyId, Math.min(from, watermark))
    if (lacksChange(catalogue, all, from)) return scan(table, companyId)
    mirror.changes += take(catalogue, all)
  } else mirror.changes += take(catalogue, recent)
  catalogue.fold(now)
  return { ...mirror, watermark: now }
}

/** Most rows are known, since they are read again. They are not unpacked, and not counted. */
function take(catalogue: ItemCatalogue, rows: ItemLogRow[]): number {
  let changes = 0
  for (const row of rows) {
    if (catalogue.getRevision(row.item_id) >= row.rev) continue
    catalogue.apply(unpackItem(row))
    changes += 1
  }
  return changes
}

type ItemLogRow = { item_id: string; rev: number; after: string; previous_at?: number }

/** Oldest first, with the 15 s before `watermark`, which were not settled at the previous read. */
async function readItemRows(table: Table, companyId: string, watermark: number): Promise<ItemLogRow[]> {
  const columns = ['item_id', 'rev', 'after', 'previous_at'] as const
  const rows = await collectPages(readLog(table, { companyId, since: watermark - settledAfterMs - 1 }, { columns }))
  return rows.filter(isItemRow).reverse()
}

function isItemRow(row: Row): row is ItemLogRow {
  return typeof row.item_id === 'string' && typeof row.after === 'string'
}

/**
 * True if a row follows an unknown change of its item: the log was not read from far enough back. A change that was
 * settled when the mirror was loaded does not count: its item was purged and restored since.
 */
function lacksChange(catalogue: ItemCatalogue, rows: ItemLogRow[], from: number): boolean {
  const settled = from - settledAfterMs
  const known = new Map<string, number>()
  return rows.some(({ item_id, rev, previous_at }) => {
    const before = known.get(item_id) ?? catalogue.getRevision(item_id)
    known.set(item_id, Math.max(before, rev))
    return rev > before + 1 && (previous_at ?? 0) > settled
  })
}
