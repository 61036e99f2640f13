/** The attribute names of the single table, and the key of every row. All keys are made here. */

export const tableKey = { partition: 'pk', sort: 'sk' } as const
/** Epoch seconds, as DynamoDB's TTL requires. TTL deletes rows hours late, so every read skips expired rows. */
export const ttlAttribute = 'expires_at'
export function toTtl(at: number): number {
  return Math.ceil(at / 1_000)
}

export function isExpired(row: { [ttlAttribute]: number }, now: number): boolean {
  return row[ttlAttribute] * 1_000 <= now
}

/** The index of log rows by item, order or snapshot. Its sort key is that of the table. */
export const byResource = { name: 'by_resource', partition: 'resource' } as const

export type RowKey = { pk: string; sk: string }

const shards = 8

export const keys = {
  company: (companyId: string) => ({ pk: `COMPANY#${companyId}`, sk: 'COMPANY' }),
  companyOfPlan: (plan: string, companyId: string) => ({ pk: `PLAN#${plan}`, sk: `COMPANY#${companyId}` }),
  apiKey: (hash: string) => ({ pk: `KEY#${hash}`, sk: 'KEY' }),
  apiKeyOfCompany: (companyId: string, keyId: string) => ({ pk: `COMPANY#${companyId}`, sk: `KEY#${keyId}` }),
  apiKeyById: (keyId: string) => ({ pk: `KEYID#${keyId}`, sk: 'KEYID' }),
  item: (companyId: string, itemId: string) => ({ pk: `ITEMS#${companyId}#${computeShard(itemId)}`, sk: itemId }),
  sku: (companyId: string, sku: string) => ({ pk: `SKU#${companyId}#${sku}`, sk: 'SKU' }),
  /** Two digits, so that the rows of one database transaction sort in order. */
  log: (companyId: string, transaction: string, index: number) => ({
    pk: `LOG#${companyId}`,
    sk: `${transaction}#${String(index).padStart(2, '0')}`,
  }),
  logDay: (companyId: string, date: string) => ({ pk: `LOGDAYS#${companyId}`, sk: date }),
  order: (companyId: string, orderId: string) => ({ pk: `ORDERS#${companyId}#${computeShard(orderId)}`, sk: orderId }),
  receipt: (companyId: string, orderId: string, receiptId: string) => ({
    pk: `RECEIPTS#${companyId}#${orderId}`,
    sk: receiptId,
  }),
  catalogue: (companyId: string) => ({ pk: `CATALOGUE#${companyId}`, sk: 'HEAD' }),
  chunk: (base: string, number: number) => ({ pk: `CHUNK#${base}#${number}`, sk: 'CHUNK' }),
  snapshot: (companyId: string, snapshotId: string) => ({ pk: `SNAPSHOTS#${companyId}`, sk: snapshotId }),
  restore: (companyId: string, restoreId: string) => ({ pk: `RESTORES#${companyId}`, sk: restoreId }),
  restoreLock: (companyId: string) => ({ pk: `RESTORES#${companyId}`, sk: 'LOCK' }),
  idempotency: (companyId: string, key: string, row: number | null) => ({
    pk: `IDEMPOTENCY#${companyId}#${key}`,
    sk: row === null ? 'IDEMPOTENCY' : `IDEMPOTENCY#${row}`,
  }),
} satisfies Record<string, (...parts: never[]) => RowKey>

/** All items, also those in trash, or all orders. */
export function listPartitions(kind: 'ITEMS' | 'ORDERS', companyId: string): string[] {
  return Array.from({ length: shards }, (_, shard) => `${kind}#${companyId}#${shard}`)
}

export function makeResource(kind: 'item' | 'order' | 'snapshot', companyId: string, id: string): string {
  return `${kind.toUpperCase()}#${companyId}#${id}`
}

/** By the random part of the id, so that no partition gets too much traffic. */
function computeShard(id: string): number {
  let hash = 0
  for (const character of id.slice(-8)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0
  return hash % shards
}
