import type { ReadUsage, Table } from '../../store/table/table'
import { Catalogue } from '../columns/catalogue'
import type { RowTypes } from '../columns/segment'
import { readBase, rowsWorthBaseUnits } from './base'
import { Loading, type RequestCompaction } from './loading'
import { type CatalogueReplica, type Reader, readLogSince, startReplica } from './read-log-since'
import { Replicas } from './replicas'
import { type CatalogueSource, packPartitions } from './source'

/** A delta is requested where a cold reader reads more log rows than this. */
const coldLogRows = 200

/** The catalogues of one kind of rows that this process holds. */
export class CatalogueReplicas<Types extends RowTypes> {
  private readonly replicas: Replicas<CatalogueReplica<Types>, RequestCompaction | null>

  /** `budgetBytes`: how much memory they may take. */
  constructor(
    private readonly source: CatalogueSource<Types>,
    budgetBytes?: number,
  ) {
    this.replicas = new Replicas<CatalogueReplica<Types>, RequestCompaction | null>(
      {
        load: (table, companyId, request) => bringUpToDate(this.open(table, companyId, request, coldLogRows), null),
        refresh: (table, companyId, replica, request) => bringUpToDate(this.open(table, companyId, request), replica),
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
    return (await this.replicas.get(table, companyId, requestCompaction)).catalogue
  }

  private open(table: Table, companyId: string, request: RequestCompaction | null, maxLogRows?: number): Reader<Types> {
    return { table, companyId, source: this.source, loading: new Loading(companyId, request, maxLogRows) }
  }
}

/** Loads a replica where there is none. */
async function bringUpToDate<Types extends RowTypes>(
  reader: Reader<Types>,
  held: CatalogueReplica<Types> | null,
): Promise<CatalogueReplica<Types>> {
  try {
    return await (held ? refresh(reader, held) : load(reader))
  } finally {
    await reader.loading.end()
  }
}

/** From the base and the log since, or else from the rows. */
async function load<Types extends RowTypes>(reader: Reader<Types>): Promise<CatalogueReplica<Types>> {
  const { table, companyId, source } = reader
  const base = await readBase(table, companyId, source)
  if (base === null) return scan(reader)
  return refresh(reader, startReplica(base.catalogue, base.head.through))
}

/** From the log, or from the rows where it does not suffice. */
async function refresh<Types extends RowTypes>(
  reader: Reader<Types>,
  replica: CatalogueReplica<Types>,
): Promise<CatalogueReplica<Types>> {
  const refreshed = await readLogSince(reader, replica)
  return refreshed === 'change missing' ? scan(reader) : refreshed
}

/** From the rows. The clock is read first: a change committed during the scan is also in the log after that time. */
async function scan<Types extends RowTypes>(reader: Reader<Types>): Promise<CatalogueReplica<Types>> {
  const { table, companyId, source, loading } = reader
  const from = table.now()
  const usage: ReadUsage = { units: 0 }
  async function* watch(pages: AsyncIterable<Types['row'][]>) {
    for await (const page of pages) {
      if (usage.units > rowsWorthBaseUnits) loading.requestBase(source.base)
      loading.checkTime()
      yield page
    }
  }
  const partitions = source.readPartitions(table, companyId, usage).map(watch)
  return startReplica(new Catalogue(await packPartitions(source.layout, partitions)), from)
}
