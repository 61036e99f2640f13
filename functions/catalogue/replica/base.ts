import { DamageError } from '../../domain/errors'
import { dayMs } from '../../domain/time'
import {
  type ChunkSet,
  getChunks,
  maxChunkBytes,
  type NamedChunks,
  type NewChunkSet,
  putChunks,
  readChunks,
} from '../../store/catalogue/chunks'
import { type BaseName, findHead, type Head, swapHead } from '../../store/catalogue/head'
import { readLog } from '../../store/log/log-reader'
import type { ReadUsage, Table } from '../../store/table/table'
import { makeUlid } from '../../store/time/ulids'
import { Catalogue } from '../columns/catalogue'
import { decodeSegment, encodeChunks } from '../columns/codec'
import type { ColumnLayout, RowTypes } from '../columns/segment'
import { Segments } from '../columns/segments'
import { type CatalogueSource, packRows } from './source'

/** `catalogue` has everything that was committed before `head.through`. */
export type Base<Types extends RowTypes> = { catalogue: Catalogue<Types>; head: Head }

export const chunksKeptMs = 7 * dayMs
/** Less than `chunksKeptMs`: a reader never starts on chunks that are about to expire. */
const baseUsedMs = 6 * dayMs
/** At this age a base is renewed at night if something has changed since. At `renewedAnywayMs`, in any case. */
const renewedAfterMs = 0.5 * dayMs
const renewedAnywayMs = 4 * dayMs
/** A base is worth making where reading the rows costs more, in read units. */
export const rowsWorthBaseUnits = 100
/** A younger base is not made again: readers that start at the same time all ask for one, and one is enough. */
const freshMs = 5 * 60_000

/** Null if there is no base, or if it is too old to be used. */
export async function findUsableHead(table: Table, companyId: string, base: BaseName): Promise<Head | null> {
  const head = await findHead(table, companyId, base)
  return head === null || head.created_at + baseUsedMs < table.now() ? null : head
}

/** With its deltas. Null if there is no base, if it is too old to be used, or if chunks cannot be read. */
export async function readBase<Types extends RowTypes>(
  table: Table,
  companyId: string,
  { base, layout }: CatalogueSource<Types>,
): Promise<Base<Types> | null> {
  const head = await findUsableHead(table, companyId, base)
  if (head === null) return null
  const chunkSets = [{ name: head.base, chunks: head.chunks }, ...head.deltas]
  try {
    const [segments, ...deltas] = await Promise.all(
      chunkSets.map((each) => readSegments(table, layout, { companyId, ...each })),
    )
    const catalogue = new Catalogue(segments ?? Segments.of(layout, []))
    for (const delta of deltas) catalogue.applyAll(delta)
    catalogue.fold(table.now())
    return { catalogue, head }
  } catch (error) {
    if (error instanceof DamageError) return null
    throw error
  }
}

/**
 * Builds the base from the rows, never from a replica. Null if another base was made current meanwhile. The first one
 * is made only if reading the rows costs at least `minUnits` read units: else it is of no use.
 */
export async function writeBase<Types extends RowTypes>(
  table: Table,
  companyId: string,
  source: CatalogueSource<Types>,
  minUnits = 0,
): Promise<Head | null> {
  const seen = await findHead(table, companyId, source.base)
  const now = table.now() // read before the rows: a change committed meanwhile is also in the log after this time
  const usage: ReadUsage = { units: 0 }
  const rows = await packRows(table, companyId, source, usage)
  if (seen === null && usage.units < minUnits) return null
  const chunkSet = { companyId, name: makeUlid(now), expiresAt: now + chunksKeptMs }
  const { name, chunks } = await writeSegments(table, chunkSet, rows)
  const head: Head = { base: name, chunks, rows: rows.count, watermark: now, created_at: now, deltas: [], through: now }
  return (await swapHead(table, companyId, source.base, { seen, head })) ? head : null
}

export async function hasFreshBase(table: Table, companyId: string, base: BaseName): Promise<boolean> {
  const head = await findHead(table, companyId, base)
  return head !== null && table.now() - head.created_at < freshMs
}

/** Where there is no base, a reader for whom it is worth it asks for one. Most companies are too small. */
export async function needsNewBase(table: Table, companyId: string, base: BaseName): Promise<boolean> {
  const head = await findHead(table, companyId, base)
  if (head === null) return false
  const age = table.now() - head.created_at
  if (age < renewedAfterMs) return false
  if (age > renewedAnywayMs) return true
  const changes = readLog(table, { companyId, since: head.watermark }, { columns: ['sk'], pageRows: 1 })
  return ((await changes.next()).value ?? []).length > 0
}

/** Of a base, a delta or a snapshot. */
export async function writeSegments<Types extends RowTypes>(
  table: Table,
  chunkSet: NewChunkSet,
  { segments }: Segments<Types>,
): Promise<ChunkSet> {
  const chunks = segments.flatMap((segment) => encodeChunks(segment, maxChunkBytes))
  return putChunks(table, chunkSet, chunks)
}

/** Throws `DamageError` as `getChunks` and `decodeSegment` do. */
export async function readSegments<Types extends RowTypes>(
  table: Table,
  layout: ColumnLayout<Types>,
  chunks: Parameters<typeof getChunks>[1],
): Promise<Segments<Types>> {
  const segments = (await getChunks(table, chunks)).map((chunk) => decodeSegment(layout, chunk))
  return new Segments(layout, segments)
}

/** The rows of one chunk after the other. Throws `DamageError` as `readSegments` does. */
export async function* readRowsByChunk<Types extends RowTypes>(
  table: Table,
  layout: ColumnLayout<Types>,
  chunkSet: NamedChunks,
): AsyncGenerator<Types['row'][]> {
  for await (const chunk of readChunks(table, chunkSet)) yield decodeSegment(layout, chunk).listRows()
}
