import { DamageError } from '../domain/errors'
import { type BaseName, baseNames, type Head, isFresh } from '../store/catalogue/head'
import { getTime, readLog } from '../store/log/log-reader'
import type { LogRow } from '../store/log/log-row'
import type { Table } from '../store/table/table'
import { settledAfterMs } from '../store/time/timing'
import type { RowTypes } from './columns/segment'
import { itemsSource } from './items/item-catalogue'
import { headersSource, indexedOrdersSource } from './orders/order-catalogue'
import { findUsableHead, hasFreshBase, rowsWorthBaseUnits, writeBase } from './replica/base'
import { DeltaWriter } from './replica/delta'
import type { CatalogueSource } from './replica/source'

const sources: Record<BaseName, CatalogueSource<RowTypes>> = {
  items: itemsSource,
  orders: headersSource,
  orders_by_item: indexedOrdersSource,
}
const logColumns = [...new Set(Object.values(sources).flatMap((source) => source.logColumns))]

/** Where the deltas have more than this part of the rows of their base, and more than `smallRows`, it is made anew. */
const maxDeltaPart = 0.5
const smallRows = 2_000
/** An import is written in parts of so many rows: they bound the memory, and a part is of use at once. */
const maxDeltaRows = 20_000

/** What is worth doing: bases that are made anew from the rows, and bases that get a delta. */
export type CompactionPlan = { rebuilt: BaseName[]; extended: { name: BaseName; head: Head }[] }

/** `rebuilt` is the base that a reader could not use, or null where the log since the bases has become long. */
export async function planCompaction(
  table: Table,
  companyId: string,
  rebuilt: BaseName | null,
): Promise<CompactionPlan> {
  if (rebuilt) return { rebuilt: (await hasFreshBase(table, companyId, rebuilt)) ? [] : [rebuilt], extended: [] }
  const plan: CompactionPlan = { rebuilt: [], extended: [] }
  for (const name of baseNames) {
    const head = await findUsableHead(table, companyId, name)
    if (head === null) {
      if (name === 'items') plan.rebuilt.push(name) // readers ask for the others
    } else if (isOutgrown(head)) plan.rebuilt.push(name)
    else if (!isFresh(head, table.now())) plan.extended.push({ name, head })
  }
  return plan
}

function isOutgrown({ deltas, rows }: Head): boolean {
  return deltas.reduce((sum, delta) => sum + delta.rows, 0) > Math.max(smallRows, rows * maxDeltaPart)
}

/** Returns the names of the bases that were made anew or got a delta. */
export async function compact(
  table: Table,
  companyId: string,
  { rebuilt, extended }: CompactionPlan,
  partRows = maxDeltaRows,
): Promise<BaseName[]> {
  const written: BaseName[] = []
  const make = async (names: BaseName[]) => {
    for (const name of names)
      if (await writeBase(table, companyId, sources[name], rowsWorthBaseUnits)) written.push(name)
  }
  await make(rebuilt)
  const { grown, spent } = await writeDeltas(table, companyId, extended, partRows)
  await make(spent)
  return [...written, ...grown]
}

/** Builds the base from the rows, however few they are. */
export function rebuild(table: Table, companyId: string, name: BaseName): Promise<Head | null> {
  return writeBase(table, companyId, sources[name])
}

/**
 * The log is read once for all bases. Only its settled rows: others may come later and lie before them. Strongly
 * consistent, unlike counts: what a delta lacks would be missing in lists until the base is made anew. A base that is
 * `spent` gets no more parts: it is outgrown, and the rest of the log has three times the bytes of the rows, or a delta
 * that was to be merged is damaged.
 */
async function writeDeltas(
  table: Table,
  companyId: string,
  extended: CompactionPlan['extended'],
  partRows: number,
): Promise<{ grown: BaseName[]; spent: BaseName[] }> {
  const now = table.now()
  const spent: BaseName[] = []
  const writers = new Map(extended.map(({ name, head }) => [name, new DeltaWriter(sources[name], head)]))
  const write = async (name: BaseName, writer: DeltaWriter<RowTypes>, through: number) => {
    const isWritten = await writer.write(table, companyId, through).catch((error: unknown) => {
      if (!(error instanceof DamageError)) throw error
      spent.push(name)
      return false
    })
    if (!isWritten) writers.delete(name)
  }
  for await (const page of readLogBefore(now, table, companyId, extended)) {
    for (const [name, writer] of writers) {
      writer.collect(page)
      const last = page.at(-1)
      if (writer.size < partRows || !last) continue
      await write(name, writer, getTime(last) + settledAfterMs)
      if (isOutgrown(writer.head) && writers.delete(name)) spent.push(name)
    }
    if (writers.size === 0) break
  }
  for (const [name, writer] of writers) await write(name, writer, now)
  return { grown: [...writers.keys()], spent }
}

/** What was settled at `now`, since the oldest of the bases. The oldest rows come first. */
async function* readLogBefore(
  now: number,
  table: Table,
  companyId: string,
  extended: CompactionPlan['extended'],
): AsyncGenerator<LogRow[]> {
  if (extended.length === 0) return
  const since = Math.min(...extended.map(({ head }) => head.through)) - settledAfterMs - 1
  yield* readLog(table, { companyId, since, until: now - settledAfterMs }, { columns: logColumns, oldestFirst: true })
}
