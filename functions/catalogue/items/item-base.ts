import { dayMs } from '../../domain/time'
import { DamageError } from '../../store/catalogue/chunks'
import { findHead, type Head, swapHead } from '../../store/catalogue/head'
import type { Table } from '../../store/client'
import { readLog } from '../../store/log/log-reader'
import { makeUlid } from '../../store/ulids'
import { readItemChunks, writeItemChunks } from './item-chunks'
import { scanItems } from './item-scan'
import type { ItemSegments } from './item-segments'

const chunksKeptMs = 7 * dayMs
/** Less than `chunksKeptMs`: a reader never starts on chunks that are about to expire. */
const baseUsedMs = 6 * dayMs
/** At this age a base is renewed at night if something has changed since. At `renewedAnywayMs`, in any case. */
const renewedAfterMs = 0.5 * dayMs
const renewedAnywayMs = 4 * dayMs
/** A younger base is not made again: readers that start at the same time all ask for one, and one is enough. */
const freshMs = 5 * 60_000

export type Base = { segments: ItemSegments; head: Head }

/** Null if there is no base, if it is too old to be used, or if its chunks cannot be read. */
export async function readBase(table: Table, companyId: string): Promise<Base | null> {
  const head = await findHead(table, companyId)
  if (head === null || head.created_at + baseUsedMs < table.now()) return null
  try {
    return { segments: await readItemChunks(table, { name: head.base, chunks: head.chunks }), head }
  } catch (error) {
    if (error instanceof DamageError) return null
    throw error
  }
}

/** Builds the base from the item rows, never from a mirror. Null if another base was made current meanwhile. */
export async function writeBase(table: Table, companyId: string): Promise<Head | null> {
  const seen = await findHead(table, companyId)
  const now = table.now() // read before the scan: a change committed during the scan is also in the log after this time
  const items = await scanItems(table, companyId)
  const chunkSet = { companyId, name: makeUlid(now), expiresAt: now + chunksKeptMs }
  const { name, chunks } = await writeItemChunks(table, chunkSet, items)
  const head: Head = { base: name, chunks, rows: items.count, watermark: now, created_at: now }
  return (await swapHead(table, companyId, seen, head)) ? head : null
}

export async function hasFreshBase(table: Table, companyId: string): Promise<boolean> {
  const head = await findHead(table, companyId)
  return head !== null && table.now() - head.created_at < freshMs
}

/** False if there is no base: readers ask for the first one. */
export async function needsNewBase(table: Table, companyId: string): Promise<boolean> {
  const head = await findHead(table, companyId)
  const age = head === null ? 0 : table.now() - head.created_at
  if (head === null || age < renewedAfterMs) return false
  if (age > renewedAnywayMs) return true
  const changes = readLog(table, { companyId, since: head.watermark }, { columns: ['sk'], pageRows: 1 })
  return ((await changes.next()).value ?? []).length > 0
}
