import type { Head } from '../../store/catalogue/head'
import type { ReadUsage, Table } from '../../store/table/table'
import { Catalogue } from '../columns/catalogue'
import type { RowTypes } from '../columns/segment'
import { findUsableHead, readBaseOf, rowsWorthBaseUnits } from './base'
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
    const findHead = () => findUsableHead(table, companyId, this.source.base)
    const loading = new Loading({ companyId, findHead }, request, maxLogRows)
    return { table, companyId, source: this.source, findHead, loading }
  }
}

/** Loads a replica where there is none, again where a base was made meanwhile: that is cheaper. */
async function bringUpToDate<Types extends RowTypes>(
  reader: Reader<Types>,
  held: CatalogueReplica<Types> | null,
): Promise<CatalogueReplica<Types>> {
  try {
    let replica = held && (await refresh(reader, held))
    while (replica === null) replica = await load(reader)
    return replica
  } finally {
    await reader.loading.end()
  }
}

/** From the base and the log since, or else from the rows. Null where a base was made meanwhile. */
async function load<Types extends RowTypes>(reader: Reader<Types>): Promise<CatalogueReplica<Types> | null> {
  const { table, companyId, source } = reader
  const head = await reader.findHead()
  const base = head && (await readBaseOf(table, companyId, source, head))
  if (base === null) return scan(reader, head)
  return refresh(reader, startReplica(base.catalogue, base.head.through))
}

/** From the log, or from the rows where it does not suffice. Null where a base was made meanwhile. */
async function refresh<Types extends RowTypes>(
  reader: Reader<Types>,
  replica: CatalogueReplica<Types>,
): Promise<CatalogueReplica<Types> | null> {
  const refreshed = await readLogSince(reader, replica)
  return refreshed === 'change missing' ? scan(reader, await reader.findHead()) : refreshed
}

/**
 * From the rows. The clock is read first: a change committed during the scan is also in the log after that time.
 * `seen` is of a base that could not be used. Null where there is another one by now: its rows need not be read.
 */
async function scan<Types extends RowTypes>(
  reader: Reader<Types>,
  seen: Head | null,
): Promise<CatalogueReplica<Types> | null> {
  const { table, companyId, source, loading } = reader
  const from = table.now()
  const usage: ReadUsage = { units: 0 }
  let baseMade = false
  const lookForBase = async () => {
    if (usage.units <= rowsWorthBaseUnits) return false
    loading.requestBase(source.base)
    loading.checkTime()
    baseMade ||= await loading.isBaseMade(seen)
    return baseMade
  }
  const partitions = source.readPartitions(table, companyId, usage).map((pages) => readUntil(pages, lookForBase))
  const catalogue = new Catalogue(await packPartitions(source.layout, partitions))
  return baseMade ? null : startReplica(catalogue, from)
}

async function* readUntil<Page>(pages: AsyncIterable<Page>, isOver: () => Promise<boolean>): AsyncGenerator<Page> {
  for await (const page of pages) {
    if (await isOver()) return
    yield page
  }
}
