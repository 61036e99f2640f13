import { ulid } from 'ulid'
import { dayMs } from '../../domain/time'
import { Damaged } from '../../store/catalogue/chunks'
import { findHead, type Head, swapHead } from '../../store/catalogue/head'
import type { Table } from '../../store/client'
import { wholeLog } from '../../store/log/log-reader'
import { readItemChunks, writeItemChunks } from './item-chunks'
import { itemsOfCompany } from './item-scan'
import type { ItemSegments } from './item-segments'

const chunksKeptMs = 7 * dayMs
/** A base is not used when its chunks are about to expire. */
const baseUsedMs = 6 * dayMs
/** A base is renewed every night on which something has changed, and otherwise well before it is no longer used. */
const renewedAfterMs = 0.5 * dayMs
const renewedAnywayMs = 4 * dayMs
/** Readers that start at the same time all ask for a base: one is enough. */
const freshMs = 5 * 60_000

export type Base = { segments: ItemSegments; head: Head }

/** The current base, and null where there is none that can be read. */
export async function readBase(table: Table, company: string): Promise<Base | null> {
  const head = await findHead(table, company)
  if (head === null || head.created_at + baseUsedMs < table.now()) return null
  try {
    return { segments: await readItemChunks(table, { name: head.base, chunks: head.chunks }), head }
  } catch (error) {
    if (error instanceof Damaged) return null
    throw error
  }
}

/**
 * Builds a new base from the item rows, never from what a reader holds, and makes it the current one unless another has become so
 * meanwhile. Answers the head that it wrote; null where it was overtaken.
 */
export async function writeBase(table: Table, company: string): Promise<Head | null> {
  const seen = await findHead(table, company)
  const now = table.now() // before the scan: what commits while it runs is also in the log after this
  const items = await itemsOfCompany(table, company)
  const { name, chunks } = await writeItemChunks(table, ulid(now), items, now + chunksKeptMs)
  const head: Head = { base: name, chunks, rows: items.count, watermark: now, created_at: now }
  return (await swapHead(table, company, seen, head)) ? head : null
}

/** True where the company's base was made just now: then a request for a new one has come too late. */
export async function hasFreshBase(table: Table, company: string): Promise<boolean> {
  const head = await findHead(table, company)
  return head !== null && table.now() - head.created_at < freshMs
}

/** True where the company has a base that has aged. Whether a company without one needs one, its readers see. */
export async function needsNewBase(table: Table, company: string): Promise<boolean> {
  const head = await findHead(table, company)
  const age = head === null ? 0 : table.now() - head.created_at
  if (head === null || age < renewedAfterMs) return false
  if (age > renewedAnywayMs) return true
  const changes = wholeLog(table, { company, since: head.watermark }, { columns: ['sk'], pageRows: 1 })
  return ((await changes.next()).value ?? []).length > 0
}
