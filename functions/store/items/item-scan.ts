import { ItemSegment } from '../../domain/catalogue/item-segment'
import { ItemSegments, segmentRows } from '../../domain/catalogue/item-segments'
import type { Item } from '../../domain/item'
import { isPurged } from '../../domain/item'
import { queryPages, type Table } from '../client'
import { partitionsOf } from '../schema'
import { parseItemRow } from './item-row'

/** Every item of a company, those in trash included, read strongly from its rows: all partitions in parallel, packed as they come. */
export async function itemsOfCompany(table: Table, company: string): Promise<ItemSegments> {
  const partitions = await Promise.all(
    partitionsOf('ITEMS', company).map((partition) => packedPartition(table, partition)),
  )
  return ItemSegments.merged(partitions)
}

async function packedPartition(table: Table, partition: string): Promise<ItemSegments> {
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': partition } }
  const now = table.now()
  const segments: ItemSegment[] = []
  let open: Item[] = []
  for await (const page of queryPages(table, query)) {
    open.push(...page.map(parseItemRow).filter((item) => !isPurged(item, now)))
    for (; open.length >= segmentRows; open = open.slice(segmentRows))
      segments.push(ItemSegment.of(open.slice(0, segmentRows)))
  }
  return new ItemSegments(open.length > 0 ? [...segments, ItemSegment.of(open)] : segments)
}
