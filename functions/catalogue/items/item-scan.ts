import { type Item, isPurged } from '../../domain/items/item'
import type { Table } from '../../store/client'
import { readItemPartitions } from '../../store/items/item-row'
import { ItemSegment } from './item-segment'
import { ItemSegments, itemsPerSegment } from './item-segments'

/** Every item that is not purged, also those in trash, strongly consistent. Packs items as they arrive. */
export async function scanItems(table: Table, companyId: string): Promise<ItemSegments> {
  const now = table.now()
  const partitions = readItemPartitions(table, companyId).map((pages) => packPartition(pages, now))
  return ItemSegments.merge(await Promise.all(partitions))
}

async function packPartition(pages: AsyncIterable<Item[]>, now: number): Promise<ItemSegments> {
  const segments: ItemSegment[] = []
  let open: Item[] = []
  for await (const page of pages) {
    open.push(...page.filter((item) => !isPurged(item, now)))
    for (; open.length >= itemsPerSegment; open = open.slice(itemsPerSegment))
      segments.push(ItemSegment.of(open.slice(0, itemsPerSegment)))
  }
  return new ItemSegments(open.length > 0 ? [...segments, ItemSegment.of(open)] : segments)
}
