/** The single table: its attribute names and the key of every row. Whatever builds a key builds it here. */

export const tableKey = { partition: 'pk', sort: 'sk' } as const
/** Epoch seconds, as DynamoDB's TTL wants it. Rows past it are treated as gone on every read: TTL deletes hours late. */
export const ttlAttribute = 'expires_at'
/** A time (epoch milliseconds) as the TTL attribute has it. */
export function ttlOf(at: number): number {
  return Math.ceil(at / 1_000)
}

/** True where a row's time is over at `now` (epoch milliseconds), whether or not the sweep has come by. */
export function isOver(row: { [ttlAttribute]: number }, now: number): boolean {
  return row[ttlAttribute] * 1_000 <= now
}

/** The index of log rows by the item, order or snapshot that they are of. Its sort key is the table's. */
export const byResource = { name: 'by_resource', partition: 'resource' } as const

export type RowKey = { pk: string; sk: string }

const shards = 8

export const keys = {
  company: (company: string) => ({ pk: `COMPANY#${company}`, sk: 'COMPANY' }),
  companyOfPlan: (plan: string, company: string) => ({ pk: `PLAN#${plan}`, sk: `COMPANY#${company}` }),
  apiKey: (hash: string) => ({ pk: `KEY#${hash}`, sk: 'KEY' }),
  apiKeyOfCompany: (company: string, keyId: string) => ({ pk: `COMPANY#${company}`, sk: `KEY#${keyId}` }),
  apiKeyById: (keyId: string) => ({ pk: `KEYID#${keyId}`, sk: 'KEYID' }),
  item: (company: string, itemId: string) => ({ pk: `ITEMS#${company}#${shardOf(itemId)}`, sk: itemId }),
  sku: (company: string, sku: string) => ({ pk: `SKU#${company}#${sku}`, sk: 'SKU' }),
  /** Two digits, so that the rows of one transaction sort as they are numbered. */
  log: (company: string, transaction: string, index: number) => ({
    pk: `LOG#${company}`,
    sk: `${transaction}#${String(index).padStart(2, '0')}`,
  }),
  logDay: (company: string, date: string) => ({ pk: `LOGDAYS#${company}`, sk: date }),
  order: (company: string, orderId: string) => ({ pk: `ORDERS#${company}#${shardOf(orderId)}`, sk: orderId }),
  receipt: (company: string, orderId: string, receiptId: string) => ({
    pk: `RECEIPTS#${company}#${orderId}`,
    sk: receiptId,
  }),
  catalogue: (company: string) => ({ pk: `CATALOGUE#${company}`, sk: 'HEAD' }),
  /** Bases are named by ulids, so that no company can name another's. */
  chunk: (base: string, number: number) => ({ pk: `CHUNK#${base}#${number}`, sk: 'CHUNK' }),
  snapshot: (company: string, snapshotId: string) => ({ pk: `SNAPSHOTS#${company}`, sk: snapshotId }),
  restore: (company: string, restoreId: string) => ({ pk: `RESTORES#${company}`, sk: restoreId }),
  /** Held by the one restore that is under way. */
  restoreLock: (company: string) => ({ pk: `RESTORES#${company}`, sk: 'LOCK' }),
  /** `row` is the number of a row that commits on its own, within its request. */
  idempotency: (company: string, key: string, row: number | null) => ({
    pk: `IDEMPOTENCY#${company}#${key}`,
    sk: row === null ? 'IDEMPOTENCY' : `IDEMPOTENCY#${row}`,
  }),
} satisfies Record<string, (...parts: never[]) => RowKey>

/** The partitions that hold all of a company's items, trashed ones included, or all of its orders. */
export function partitionsOf(kind: 'ITEMS' | 'ORDERS', company: string): string[] {
  return Array.from({ length: shards }, (_, shard) => `${kind}#${company}#${shard}`)
}

/** The index partition of the log rows of an item, an order or a snapshot. */
export function resourceOf(kind: 'item' | 'order' | 'snapshot', company: string, id: string): string {
  return `${kind.toUpperCase()}#${company}#${id}`
}

/** Spreads rows over partitions by the random part of their id, so that no partition is hot. */
function shardOf(id: string): number {
  let hash = 0
  for (const character of id.slice(-8)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0
  return hash % shards
}
