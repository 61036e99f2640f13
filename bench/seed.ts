import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import type { Caller } from '../functions/domain/companies/caller'
import { decideItemCreation, type Item, type ItemChange, toItem } from '../functions/domain/items/item'
import type { MovementType } from '../functions/domain/stock/movement'
import { runConcurrently } from '../functions/store/concurrently'
import { makeItemWrites, toItemRow } from '../functions/store/items/item-row'
import type { LogRow } from '../functions/store/log/log-row'
import { makeLogRows } from '../functions/store/log/log-writes'
import type { Row } from '../functions/store/table/schema'
import type { Table } from '../functions/store/table/table'
import { makeUlid } from '../functions/store/time/ulids'
import { bolt, makeCaller } from './shop'

/** A database transaction takes more rows than a batch, and is less work for the local engine. */
const rowsAtOnce = 100
const callsAtOnce = 8

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const nouns = ['Bolt', 'Washer', 'Bearing', 'Hose', 'Valve', 'Gland', 'Belt', 'Glove', 'Tape', 'Box', 'Screw', 'Gasket']
const kinds = [
  'zinc plated',
  'stainless',
  'sealed',
  'blue',
  'brass',
  'nylon',
  'ribbed',
  'nitrile',
  'brown',
  'double wall',
]

/** Makes items as a warehouse may hold them, in ascending order of their ids. */
export function* makeItems(count: number, random: () => number, since: number): Generator<Item> {
  const pick = <Word>(words: Word[]) => words[Math.floor(random() * words.length)] as Word
  for (let number = 0; number < count; number++) {
    const at = since + number * 1_000
    const updated_at = new Date(at + Math.floor(random() * 80_000_000)).toISOString()
    yield {
      id: `itm_${ulid(at)}`,
      name: `${pick(nouns)}, ${pick(kinds)}, M${2 + Math.floor(random() * 40)} × ${10 + Math.floor(random() * 200)}`,
      sku: `SKU-${String(number * 7_919).padStart(9, '0')}`,
      stock: { total: Math.floor(random() * 500) },
      location: `WH${Math.floor(random() * 4)}-A${Math.floor(random() * 30)}-S${Math.floor(random() * 20)}`,
      barcode: random() < 0.2 ? null : String(4_006_381_000_000 + number * 13),
      reorder_point: random() < 0.5 ? null : Math.floor(random() * 60),
      created_at: new Date(at).toISOString(),
      updated_at,
      rev: 1 + Math.floor(random() * 9),
      sequence: Math.floor(random() * 9),
      deleted_at: null,
      deleted_by: null,
    }
  }
}

type Stock = { count: number; since: number; quantity: number; from?: number }

/**
 * Writes items with their history, as if created one millisecond after the other from `since` (epoch milliseconds).
 * Their SKUs are `S-0`, `S-1` and so on, counted from `from`. Returns their ids.
 */
export async function stockUp(
  table: Table,
  companyId: string,
  { count, since, quantity, from = 0 }: Stock,
): Promise<string[]> {
  const ids: string[] = []
  function* makeRows(): Generator<Row> {
    for (let index = from; index < from + count; index++) {
      const [at, id] = [since + index, `itm_${makeUlid(since + index)}`]
      const change = decideItemCreation(id, { ...bolt, name: `Bolt ${index}`, sku: `S-${index}`, quantity }, at)
      ids.push(id)
      for (const { action } of makeItemWrites(companyId, [change])) if (action.Put?.Item) yield action.Put.Item
      yield describeChange(makeCaller(companyId), at, change)
    }
  }
  await putRows(table, makeRows())
  return ids
}

type LogRowFields = {
  at: number
  item: string
  user?: string
  action?: ItemChange['action']
  type?: MovementType
  rev?: number
}

/** A log row of an item, of ordinary size. With a `type`, it has moved one piece. */
export function makeLogRow(companyId: string, fields: LogRowFields): LogRow {
  const { at, item: id, user: userId = 'usr_1', action = 'update', type, rev = 2 } = fields
  const [created_at, before_at] = [new Date(at).toISOString(), new Date(at - 1).toISOString()]
  const place = { name: 'Bolt, zinc plated, M8 × 40', sku: 'SKU-1', location: 'WH1-A7-S7', reorder_point: 5 }
  const life = { created_at, updated_at: created_at, deleted_at: null, deleted_by: null }
  const after = toItem({ ...bolt, ...place, ...life, id, quantity: 7, rev, sequence: rev - 1 })
  const quantities = { quantity_change: 1, quantity_before: 6, quantity_after: 7 }
  const movement = type ? { type, sequence: rev - 1, ...quantities, reason: 'restock' as const } : null
  const before = { ...after, updated_at: before_at }
  const actor = { type: 'api_key', id: 'key_01K0000000000000000000001', name: null } as const
  const caller = { ...makeCaller(companyId), userId, actor, requestId: '3ed9cacf-8cca-4299-b012-6c2aa4e2241e' }
  return describeChange(caller, at, { action, before, after, changes: { quantity: [6, 7] }, movement })
}

function describeChange(caller: Caller, at: number, change: ItemChange): LogRow {
  return makeLogRows({ transaction: makeUlid(at), at, caller }, { items: [change] })[0] as LogRow
}

/** Writes item rows without their history. */
export async function putItems(table: Table, companyId: string, items: Iterable<Item>): Promise<void> {
  function* makeRows(): Generator<Row> {
    for (const item of items) yield toItemRow(companyId, item)
  }
  await putRows(table, makeRows())
}

export async function putRows(table: Table, rows: Iterable<Row>): Promise<void> {
  let written = 0
  await runConcurrently(makeBatches(rows), callsAtOnce, async (batch) => {
    const TransactItems = batch.map((Item) => ({ Put: { TableName: table.name, Item } }))
    await table.db.send(new TransactWriteCommand({ TransactItems }))
    written += batch.length
    if (Math.floor(written / 100_000) > Math.floor((written - batch.length) / 100_000))
      console.error(`  ${written} rows written`)
  })
}

function* makeBatches<Value>(values: Iterable<Value>): Generator<Value[]> {
  let batch: Value[] = []
  for (const value of values) {
    if (batch.push(value) < rowsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
