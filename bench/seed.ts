import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import type { Item } from '../functions/domain/items/item'
import type { Table } from '../functions/store/client'
import { runConcurrently } from '../functions/store/concurrently'
import { keys } from '../functions/store/schema'

const batchRows = 25
const callsAtOnce = 16

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
      quantity: Math.floor(random() * 500),
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

/** Writes item rows without their history. */
export async function putItems(table: Table, companyId: string, items: Iterable<Item>): Promise<void> {
  await putRows(
    table,
    mapAll(items, (item) => ({ ...keys.item(companyId, item.id), ...item })),
  )
}

export async function putRows(table: Table, rows: Iterable<Record<string, unknown>>): Promise<void> {
  let written = 0
  await runConcurrently(makeBatches(rows), callsAtOnce, async (batch) => {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }))
    await table.db.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }))
    written += batch.length
    if (Math.floor(written / 100_000) > Math.floor((written - batch.length) / 100_000))
      console.error(`  ${written} rows written`)
  })
}

function* makeBatches<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    if (batch.push(row) < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function* mapAll<In, Out>(source: Iterable<In>, map: (value: In) => Out): Generator<Out> {
  for (const value of source) yield map(value)
}
