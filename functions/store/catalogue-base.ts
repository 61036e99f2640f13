import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import { z } from 'zod'
import { ItemSegment } from '../domain/item-segment'
import { ItemSegments } from '../domain/item-segments'
import { decodeSegment, encodeSegment } from './catalogue-codec'
import type { Table } from './client'
import { itemsOfCompany } from './item-scan'
import { wholeLog } from './log-reader'
import { keys, ttlAttribute } from './schema'

const dayMs = 86_400_000
const chunksKeptMs = 7 * dayMs
/** A base is not used when its chunks are about to expire. */
const baseUsedMs = 6 * dayMs
/** A base is renewed every night on which something has changed, and otherwise well before it is no longer used. */
const renewedAfterMs = 0.5 * dayMs
const renewedAnywayMs = 4 * dayMs
/** Readers that start at the same time all ask for a base: one is enough. */
const freshMs = 5 * 60_000
/** Bytes of a chunk at the most: it must fit a row. */
const chunkBytes = 380_000

/** Which base is the current one. `watermark`: what was committed before that time is in it; both times in epoch milliseconds. */
const Head = z.object({
  base: z.string(),
  chunks: z.int(),
  rows: z.int(),
  watermark: z.int(),
  created_at: z.int(),
})
export type Head = z.infer<typeof Head>

export type Base = { segments: ItemSegments; head: Head }

/** The current base, and null where there is none that can be read. */
export async function readBase(table: Table, company: string): Promise<Base | null> {
  const head = await readHead(table, company)
  if (head === null || head.created_at + baseUsedMs < table.now()) return null
  const chunks = await Promise.all(
    Array.from({ length: head.chunks }, (_, number) => readChunk(table, head.base, number)),
  )
  if (chunks.includes(null)) return null
  return { segments: new ItemSegments(chunks.filter((chunk) => chunk !== null)), head }
}

/**
 * Builds a new base from the item rows, never from what a reader holds, and makes it the current one unless another has become so
 * meanwhile. Answers the head that it wrote; null where it was overtaken.
 */
export async function writeBase(table: Table, company: string): Promise<Head | null> {
  const seen = await readHead(table, company)
  const now = table.now() // before the scan: what commits while it runs is also in the log after this
  const base = ulid(now)
  const { segments, count } = await itemsOfCompany(table, company)
  const chunks = segments.flatMap(chunksOf)
  const expires = Math.ceil((now + chunksKeptMs) / 1_000)
  for (const [number, data] of chunks.entries()) {
    const Item = { ...keys.chunk(base, number), data, [ttlAttribute]: expires }
    await table.db.send(new PutCommand({ TableName: table.name, Item }))
  }
  const head: Head = { base, chunks: chunks.length, rows: count, watermark: now, created_at: now }
  return (await swapHead(table, company, seen, head)) ? head : null
}

/** True where the company's base was made just now: then a request for a new one has come too late. */
export async function hasFreshBase(table: Table, company: string): Promise<boolean> {
  const head = await readHead(table, company)
  return head !== null && table.now() - head.created_at < freshMs
}

/** True where the company has a base that has aged. Whether a company without one needs one, its readers see. */
export async function needsNewBase(table: Table, company: string): Promise<boolean> {
  const head = await readHead(table, company)
  const age = head === null ? 0 : table.now() - head.created_at
  if (head === null || age < renewedAfterMs) return false
  if (age > renewedAnywayMs) return true
  const changes = wholeLog(table, { company, since: head.watermark }, { columns: ['sk'], pageRows: 1 })
  return ((await changes.next()).value ?? []).length > 0
}

async function readHead(table: Table, company: string): Promise<Head | null> {
  const Key = keys.catalogue(company)
  const { Item } = await table.db.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
  return Item ? Head.parse(Item) : null
}

/** Chunks never change, so any copy will do; one that has not arrived everywhere yet is read strongly. */
async function readChunk(table: Table, base: string, number: number): Promise<ItemSegment | null> {
  const query = { TableName: table.name, Key: keys.chunk(base, number) }
  const early = await table.db.send(new GetCommand(query))
  const { Item } = early.Item ? early : await table.db.send(new GetCommand({ ...query, ConsistentRead: true }))
  return Item ? decodeSegment(Item.data as Uint8Array) : null
}

async function swapHead(table: Table, company: string, seen: Head | null, head: Head): Promise<boolean> {
  const Item = { ...keys.catalogue(company), ...head }
  const condition = seen
    ? {
        ConditionExpression: '#base = :seen',
        ExpressionAttributeNames: { '#base': 'base' },
        ExpressionAttributeValues: { ':seen': seen.base },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  try {
    await table.db.send(new PutCommand({ TableName: table.name, Item, ...condition }))
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false
    throw error
  }
}

/** The chunks of a segment: one, unless its texts are so long that it does not fit. */
function chunksOf(segment: ItemSegment): Uint8Array[] {
  const chunk = encodeSegment(segment)
  if (chunk.length <= chunkBytes) return [chunk]
  const items = Array.from({ length: segment.count }, (_, row) => segment.item(row))
  const half = items.length >> 1
  return [items.slice(0, half), items.slice(half)].flatMap((part) => chunksOf(ItemSegment.of(part)))
}
