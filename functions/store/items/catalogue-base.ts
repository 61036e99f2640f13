import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import * as z from 'zod'
import type { ItemSegments } from '../../domain/catalogue/item-segments'
import type { Table } from '../client'
import { wholeLog } from '../log/log-reader'
import { keys } from '../schema'
import { Damaged, readChunks, writeChunks } from './chunks'
import { itemsOfCompany } from './item-scan'

const dayMs = 86_400_000
const chunksKeptMs = 7 * dayMs
/** A base is not used when its chunks are about to expire. */
const baseUsedMs = 6 * dayMs
/** A base is renewed every night on which something has changed, and otherwise well before it is no longer used. */
const renewedAfterMs = 0.5 * dayMs
const renewedAnywayMs = 4 * dayMs
/** Readers that start at the same time all ask for a base: one is enough. */
const freshMs = 5 * 60_000

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
  try {
    return { segments: await readChunks(table, { name: head.base, chunks: head.chunks }), head }
  } catch (error) {
    if (error instanceof Damaged) return null
    throw error
  }
}

/**
 * Builds a new base from the item rows, never from what a reader holds, and makes it the current one unless another has become so
 * meanwhile. Answers the head that it wrote; null where it was overtaken.
 */
export async function writeBase(table: Table, company: string): Promise<Head | null> {
  const seen = await readHead(table, company)
  const now = table.now() // before the scan: what commits while it runs is also in the log after this
  const items = await itemsOfCompany(table, company)
  const { name, chunks } = await writeChunks(table, ulid(now), items, now + chunksKeptMs)
  const head: Head = { base: name, chunks, rows: items.count, watermark: now, created_at: now }
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
