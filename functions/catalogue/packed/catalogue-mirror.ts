import type { BaseName } from '../../store/catalogue/head'
import { collectPages, type Meter, type Table } from '../../store/client'
import { readLog } from '../../store/log/log-reader'
import { settledAfterMs } from '../../store/timing'
import { Mirrors } from '../mirrors'
import { readBase } from './base'
import { Catalogue } from './catalogue'
import { packRows } from './packing'
import type { RowTypes } from './row-kind'
import type { CatalogueSource, RowChange } from './source'

/** A base is made where reading the rows costs more, in read units. */
const rowsUnits = 100
/** A new base is requested when more than this fraction of the last one has changed. */
const compactedAtPart = 0.05

/** Asks for a new base. */
export type RequestCompaction = (companyId: string, base: BaseName) => Promise<void>

type Mirror<Types extends RowTypes> = {
  catalogue: Catalogue<Types>
  /** Epoch milliseconds by the reader's clock. Changes before it are known, but for those not settled then. */
  watermark: number
  /** The watermark that the mirror was loaded with. */
  from: number
  /** Log rows that it has applied since it was loaded. */
  changes: number
  /** True if loading was so expensive that a new base is worth making. */
  compactionDue: boolean
}

/** The catalogues of one kind of rows that this process holds. */
export class CatalogueMirrors<Types extends RowTypes> {
  private readonly mirrors = new Mirrors<Mirror<Types>>({
    load: (table, companyId) => this.load(table, companyId),
    refresh: (table, companyId, mirror) => this.refresh(table, companyId, mirror),
    bytes: ({ catalogue }) => catalogue.bytes,
  })

  constructor(private readonly source: CatalogueSource<Types>) {}

  /** Includes every change acknowledged before the call. Calls `requestCompaction` if a new base is worth making. */
  async read(table: Table, companyId: string, requestCompaction: RequestCompaction): Promise<Catalogue<Types>> {
    const mirror = await this.mirrors.get(table, companyId)
    if (mirror.compactionDue) {
      mirror.compactionDue = false
      await requestCompaction(companyId, this.source.base)
    }
    return mirror.catalogue
  }

  private async load(table: Table, companyId: string): Promise<Mirror<Types>> {
    const base = await readBase(table, companyId, this.source)
    if (base === null) return this.scan(table, companyId)
    const { watermark, rows } = base.head
    const catalogue = new Catalogue(base.segments)
    const start = { catalogue, watermark, from: watermark, changes: 0, compactionDue: false }
    const mirror = await this.refresh(table, companyId, start)
    return { ...mirror, compactionDue: mirror.compactionDue || mirror.changes > rows * compactedAtPart }
  }

  /** The clock is read first: a change committed during the scan is also in the log after that time. */
  private async scan(table: Table, companyId: string): Promise<Mirror<Types>> {
    const watermark = table.now()
    const meter: Meter = { units: 0 }
    const catalogue = new Catalogue(await packRows(table, companyId, this.source, meter))
    return { catalogue, watermark, from: watermark, changes: 0, compactionDue: meter.units > rowsUnits }
  }

  /** If a change is missing, reads the log since the mirror was loaded. If that is not enough, reads the rows. */
  private async refresh(table: Table, companyId: string, mirror: Mirror<Types>): Promise<Mirror<Types>> {
    const now = table.now()
    const { catalogue, watermark, from } = mirror
    let changes = await this.readChanges(table, companyId, watermark)
    if (lacksChange(catalogue, changes, from)) {
      changes = await this.readChanges(table, companyId, Math.min(from, watermark))
      if (lacksChange(catalogue, changes, from)) return this.scan(table, companyId)
    }
    const applied = await this.apply(table, companyId, { catalogue, changes })
    catalogue.fold(now)
    return { ...mirror, changes: mirror.changes + applied, watermark: now }
  }

  /** Oldest first, with the 15 s before `watermark`, which were not settled at the previous read. */
  private async readChanges(table: Table, companyId: string, watermark: number): Promise<RowChange<Types['row']>[]> {
    const range = { companyId, since: watermark - settledAfterMs - 1 }
    const rows = await collectPages(readLog(table, range, { columns: this.source.logColumns }))
    return rows.flatMap((row) => this.source.parseChange(row) ?? []).reverse()
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

/**
 * True if a row follows an unknown change: the log was not read from far enough back. A change that was settled when
 * the mirror was loaded does not count: its item was purged and restored since.
 */
function lacksChange<Types extends RowTypes>(
  catalogue: Catalogue<Types>,
  changes: RowChange<Types['row']>[],
  from: number,
): boolean {
  const settled = from - settledAfterMs
  const known = new Map<string, number>()
  return changes.some(({ id, rev, previousAt }) => {
    const before = known.get(id) ?? catalogue.getRevision(id)
    known.set(id, Math.max(before, rev))
    return rev > before + 1 && (previousAt ?? 0) > settled
  })
}
