import { type Item, isPurged } from '../../domain/items/item'
import { Reader } from '../../store/commit/reader'
import { readItemPartitions } from '../../store/items/item-row'
import { unpackItem } from '../../store/log/packed-item'
import type { Table } from '../../store/table/table'
import { clockSkewMs } from '../../store/time/timing'
import { CatalogueReplicas } from '../replica/catalogue-replicas'
import type { RequestCompaction } from '../replica/loading'
import type { CatalogueSource } from '../replica/source'
import { type ItemCatalogue, type ItemTypes, itemLayout } from './item-layout'

/**
 * Every item that is not purged, also those in trash. An item is left out when it is purged by every clock: others list
 * from a base, and their clocks may be behind.
 */
export const itemsSource: CatalogueSource<ItemTypes> = {
  layout: itemLayout,
  base: 'items',
  readPartitions: (table, companyId, usage) => {
    const slowestClock = table.now() - clockSkewMs
    return readItemPartitions(table, companyId, usage).map((pages) => dropPurged(pages, slowestClock))
  },
  logColumns: ['sk', 'item_id', 'rev', 'after', 'previous_at'],
  parseChange: ({ item_id, rev, after, previous_at }) => {
    if (item_id === undefined) return null
    return { id: item_id, rev, previousAt: previous_at ?? null, unpack: () => unpackItem({ item_id, rev, after }) }
  },
  findRow: (table, companyId, id) => new Reader(table, companyId).item(id),
}

async function* dropPurged(pages: AsyncIterable<Item[]>, now: number): AsyncGenerator<Item[]> {
  for await (const page of pages) yield page.filter((item) => !isPurged(item, now))
}

// Pure: functions that only need the source are bundled without replicas.
const replicas = /* @__PURE__ */ new CatalogueReplicas(itemsSource)

/**
 * Includes every change acknowledged before the call. Calls `requestCompaction` if a base or a delta is worth making.
 */
export function readItemCatalogue(
  table: Table,
  companyId: string,
  requestCompaction: RequestCompaction | null = null,
): Promise<ItemCatalogue> {
  return replicas.read(table, companyId, requestCompaction)
}
