import { readLog } from '../../store/log/log-reader'
import type { Table } from '../../store/table/table'
import { settledAfterMs } from '../../store/time/timing'
import type { Catalogue } from '../columns/catalogue'
import type { RowTypes } from '../columns/segment'
import type { Loading } from './loading'
import type { CatalogueSource, RowChange } from './source'
import { planLongReading, planReading, type Reading, startWatermark, type Watermark } from './watermark'

/** A delta is requested where a warm reader has applied more log rows than this. */
const warmLogRows = 1_000

/** What is read, of whom, and what is done beside. */
export type Reader<Types extends RowTypes> = {
  table: Table
  companyId: string
  source: CatalogueSource<Types>
  loading: Loading
}

export type CatalogueReplica<Types extends RowTypes> = {
  catalogue: Catalogue<Types>
  watermark: Watermark
  /** The watermark that the replica was loaded with: epoch milliseconds by the reader's clock. */
  from: number
  /** Log rows that it has applied since it was loaded, or since it requested a delta. */
  changes: number
}

/** Of a catalogue that has all that was committed before `from`. */
export function startReplica<Types extends RowTypes>(
  catalogue: Catalogue<Types>,
  from: number,
): CatalogueReplica<Types> {
  return { catalogue, watermark: startWatermark(from), from, changes: 0 }
}

/**
 * The replica, with what the log says since. Where a change is missing, more of the log is read, at last since the
 * replica was loaded.
 */
export async function readLogSince<Types extends RowTypes>(
  reader: Reader<Types>,
  replica: CatalogueReplica<Types>,
): Promise<CatalogueReplica<Types> | 'change missing'> {
  const now = reader.table.now()
  for (const { since, watermark } of planReadings(replica, now)) {
    const applied = await applyLog(reader, replica, since)
    if (applied === 'change missing') continue
    replica.catalogue.fold(now)
    const changes = replica.changes + applied
    if (changes > warmLogRows) reader.loading.requestDeltas()
    return { ...replica, watermark, changes: changes > warmLogRows ? 0 : changes }
  }
  return 'change missing'
}

/** The cheapest one first. */
function planReadings({ watermark, from }: { watermark: Watermark; from: number }, now: number): Reading[] {
  const long = planLongReading(watermark, now)
  const all = { ...long, since: Math.min(long.since, from - settledAfterMs - 1) }
  return [planReading(watermark, now), long, all].filter(
    ({ since }, index, readings) => since !== readings[index - 1]?.since,
  )
}

/** Returns the number of changes that were not known. */
async function applyLog<Types extends RowTypes>(
  reader: Reader<Types>,
  { catalogue, from }: CatalogueReplica<Types>,
  since: number,
): Promise<number | 'change missing'> {
  const { table, companyId, source, loading } = reader
  const revisions = new Revisions(catalogue, from - settledAfterMs)
  let applied = 0
  for await (const page of readLog(table, { companyId, since }, { columns: source.logColumns, oldestFirst: true })) {
    loading.noteLogRows(page.length)
    const changes = page.flatMap((row) => source.parseChange(row) ?? [])
    if (changes.some((change) => revisions.lackOneBefore(change))) return 'change missing'
    applied += await applyChanges(reader, catalogue, changes)
  }
  return applied
}

/** Most changes are known, since they are read again. They are not unpacked, and not counted. */
async function applyChanges<Types extends RowTypes>(
  { table, companyId, source }: Reader<Types>,
  catalogue: Catalogue<Types>,
  changes: RowChange<Types['row']>[],
): Promise<number> {
  let applied = 0
  const unread = new Set<string>()
  for (const change of changes) {
    if (catalogue.getRevision(change.id) >= change.rev) continue
    const row = change.unpack(() => catalogue.find(change.id))
    if (row) catalogue.apply(row)
    else unread.add(change.id)
    applied += 1
  }
  await Promise.all(
    [...unread].map(async (id) => {
      const row = await source.findRow(table, companyId, id)
      if (row) catalogue.apply(row)
    }),
  )
  return applied
}

/** The revisions that a catalogue has, and those of the changes that are asked for one after the other. */
class Revisions<Types extends RowTypes> {
  private readonly seen = new Map<string, number>()

  /** `settled`: changes before it were settled when the catalogue was loaded. */
  constructor(
    private readonly catalogue: Catalogue<Types>,
    private readonly settled: number,
  ) {}

  /**
   * True if the change follows an unknown one: the log was not read from far enough back. One that was settled when the
   * catalogue was loaded does not count: its item was purged and restored since.
   */
  lackOneBefore({ id, rev, previousAt }: RowChange<Types['row']>): boolean {
    const before = this.seen.get(id) ?? this.catalogue.getRevision(id)
    this.seen.set(id, Math.max(before, rev))
    return rev > before + 1 && (previousAt ?? 0) > this.settled
  }
}
