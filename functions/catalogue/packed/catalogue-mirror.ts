import type { Head } from '../../store/catalogue/head'
import type { Meter, Table } from '../../store/client'
import { readLog } from '../../store/log/log-reader'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { planLongReading, planReading, type Reading, startWatermark, type Watermark } from '../watermark'
import { findUsedHead, readBaseOf } from './base'
import { Catalogue } from './catalogue'
import { BaseMadeError, Loading, type RequestCompaction } from './loading'
import { packPartitions } from './packing'
import type { RowTypes } from './row-kind'
import type { CatalogueSource, RowChange } from './source'

/** A base is made where reading the rows costs more, in read units. */
const rowsUnits = 100
/** A delta is requested where a cold reader reads more log rows than this, or a warm one has applied more. */
const coldLogRows = 200
const warmLogRows = 1_000

type Mirror<Types extends RowTypes> = {
  catalogue: Catalogue<Types>
  watermark: Watermark
  /** The watermark that the mirror was loaded with: epoch milliseconds by the reader's clock. */
  from: number
  /** Log rows that it has applied since it was loaded, or since it requested a delta. */
  changes: number
}

/** The catalogues of one kind of rows that this process holds. */
export class CatalogueMirrors<Types extends RowTypes> {
  private readonly mirrors: Mirrors<Mirror<Types>, RequestCompaction | null>

  /** `budgetBytes`: how much memory they may take. */
  constructor(
    private readonly source: CatalogueSource<Types>,
    budgetBytes?: number,
  ) {
    this.mirrors = new Mirrors<Mirror<Types>, RequestCompaction | null>(
      {
        load: (table, companyId, request) => this.load(table, companyId, new Loading(companyId, request, coldLogRows)),
        refresh: (table, companyId, mirror, request) =>
          this.refresh(table, companyId, mirror, new Loading(companyId, request)),
        bytes: ({ catalogue }) => catalogue.bytes,
      },
      budgetBytes,
    )
  }

  /**
   * Includes every change acknowledged before the call. Requests a compaction where one is worth it. Refused with
   * `resource_busy` where loading takes too long: then a compaction is under way.
   */
  async read(table: Table, companyId: string, requestCompaction: RequestCompaction | null): Promise<Catalogue<Types>> {
    return (await this.mirrors.get(table, companyId, requestCompaction)).catalogue
  }

  private async load(table: Table, companyId: string, loading: Loading): Promise<Mirror<Types>> {
    const head = await findUsedHead(table, companyId, this.source.base)
    const base = head && (await readBaseOf(table, this.source, head))
    if (base === null) return this.scan(table, companyId, head, loading)
    const { through } = base.head
    const start = { catalogue: base.catalogue, watermark: startWatermark(through), from: through, changes: 0 }
    try {
      return await this.refresh(table, companyId, start, loading)
    } catch (error) {
      if (!(error instanceof BaseMadeError)) throw error
      return this.load(table, companyId, loading)
    }
  }

  /**
   * The clock is read first: a change committed during the scan is also in the log after that time. `seen` is of a base
   * that could not be used.
   */
  private async scan(table: Table, companyId: string, seen: Head | null, loading: Loading): Promise<Mirror<Types>> {
    const from = table.now()
    const { kind, base, readPartitions } = this.source
    const meter: Meter = { units: 0 }
    const check = async () => {
      if (meter.units <= rowsUnits) return
      loading.request(base)
      loading.checkTime()
      await loading.lookForBase(seen, () => findUsedHead(table, companyId, base))
    }
    try {
      const partitions = readPartitions(table, companyId, meter).map((pages) => checkPages(pages, check))
      const catalogue = new Catalogue(await packPartitions(kind, partitions))
      return { catalogue, watermark: startWatermark(from), from, changes: 0 }
    } catch (error) {
      if (error instanceof BaseMadeError) return await this.load(table, companyId, loading)
      throw error
    } finally {
      await loading.end()
    }
  }

  /** Where a change is missing, reads more of the log, at last since the mirror was loaded. Else reads the rows. */
  private async refresh(
    table: Table,
    companyId: string,
    mirror: Mirror<Types>,
    loading: Loading,
  ): Promise<Mirror<Types>> {
    const now = table.now()
    try {
      for (const { since, watermark } of planReadings(mirror, now)) {
        const applied = await this.applyLog(table, companyId, { ...mirror, since }, loading)
        if (applied === null) continue
        mirror.catalogue.fold(now)
        const changes = mirror.changes + applied
        if (changes > warmLogRows) loading.request(null)
        return { ...mirror, watermark, changes: changes > warmLogRows ? 0 : changes }
      }
      const head = await findUsedHead(table, companyId, this.source.base)
      return await this.scan(table, companyId, head, loading)
    } finally {
      await loading.end()
    }
  }

  /** Returns the number of changes that were not known, or null where one before them is missing. */
  private async applyLog(
    table: Table,
    companyId: string,
    { catalogue, from, since }: Pick<Mirror<Types>, 'catalogue' | 'from'> & { since: number },
    loading: Loading,
  ): Promise<number | null> {
    const revisions = new Revisions(catalogue, from - settledAfterMs)
    let applied = 0
    const reading = { columns: this.source.logColumns, oldestFirst: true }
    for await (const page of readLog(table, { companyId, since }, reading)) {
      loading.countLogRows(page.length)
      await loading.waitForDelta(async () => {
        const head = await findUsedHead(table, companyId, this.source.base)
        return head !== null && head.through > from
      })
      const changes = page.flatMap((row) => this.source.parseChange(row) ?? [])
      if (changes.some((change) => revisions.lackOneBefore(change))) return null
      applied += await this.apply(table, companyId, { catalogue, changes })
    }
    return applied
  }

  /** Most changes are known, since they are read again. They are not unpacked, and not counted. */
  private async apply(
    table: Table,
    companyId: string,
    { catalogue, changes }: { catalogue: Catalogue<Types>; changes: RowChange<Types['row']>[] },
  ): Promise<number> {
    let applied = 0
    const unread = new Set<string>()
    for (const { id, rev, unpack } of changes) {
      if (catalogue.getRevision(id) >= rev) continue
      const row = unpack(() => catalogue.find(id))
      if (row) catalogue.apply(row)
      else unread.add(id)
      applied += 1
    }
    await Promise.all(
      [...unread].map(async (id) => {
        const row = await this.source.findRow(table, companyId, id)
        if (row) catalogue.apply(row)
      }),
    )
    return applied
  }
}

/** The cheapest one first. */
function planReadings({ watermark, from }: { watermark: Watermark; from: number }, now: number): Reading[] {
  const long = planLongReading(watermark, now)
  const all = { ...long, since: Math.min(long.since, from - settledAfterMs - 1) }
  return [planReading(watermark, now), long, all].filter(
    ({ since }, index, readings) => since !== readings[index - 1]?.since,
  )
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

async function* checkPages<Page>(pages: AsyncIterable<Page>, check: () => Promise<void>): AsyncGenerator<Page> {
  for await (const page of pages) {
    await check()
    yield page
  }
}
