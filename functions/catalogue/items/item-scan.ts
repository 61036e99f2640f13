import { type Item, isPurged } from '../../domain/items/item'
import type { Table } from '../../store/client'
import { itemPartitions } from '../../store/items/item-row'
import { ItemSegment } from './item-segment'
import { ItemSegments, segmentRows } from './item-segments'

/** Every item of a company, those in trash included, read strongly from its rows: all partitions in parallel, packed as they come. */
export async function itemsOfCompany(table: Table, company: string): Promise<ItemSegments> {
  const now = table.now()
  const partitions = itemPartitions(table, company).map((pages) => packedPartition(pages, now))
  return ItemSegments.merged(await Promise.all(partitions))
}

async function packedPartition(pages: AsyncIterable<Item[]>, now: number): Promise<ItemSegments> {
  const segments: ItemSegment[] = []
  let open: Item[] = []
  for await (const page of pages) {
    open.push(...page.filter((item) => !isPurged(item, now)))
    for (; open.length >= segmentRows; open = open.slice(segmentRows))
      segments.push(ItemSegment.of(open.slice(0, segmentRows)))
  }
  return new ItemSegments(open.length > 0 ? [...segments, ItemSegment.of(open)] : segments)
}
