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

/** DynamoDB's rule for names of tables. */
export const tableName = /^[A-Za-z0-9_.-]{3,255}$/
export const tableNameRule = '3 to 255 letters, digits, underscores, dots and hyphens'

/** The index of log rows by item, order or snapshot. Its sort key is that of the table. */
export const byResource = { name: 'by_resource', partition: 'resource' } as const

export type Row = Record<string, unknown>
export type RowKey = { pk: string; sk: string }

/** For maps of rows. */
export function formatKey({ pk, sk }: RowKey | Row): string {
  return JSON.stringify([pk, sk])
}

/** A partition key begins with the kind of its rows. */
type KindedKey = { pk: `${string}#${string}`; sk: string }

const shards = 8

export const keys = {
  company: (companyId: string) => ({ pk: `COMPANY#${companyId}`, sk: 'COMPANY' }),
  companyOfPlan: (plan: string, companyId: string) => ({ pk: `PLAN#${plan}`, sk: `COMPANY#${companyId}` }),
  principal: (hash: string) => ({ pk: `KEY#${hash}`, sk: 'KEY' }),
  principalOfCompany: (companyId: string, keyId: string) => ({ pk: `COMPANY#${companyId}`, sk: `KEY#${keyId}` }),
  /** `date`: a UTC day. `id`: of a key or a person. */
  usage: (companyId: string, date: string, id: string) => ({ pk: `USAGE#${companyId}`, sk: `${date}#${id}` }),
  /** `change`: the ulid of a change about who may do what. */
  access: (companyId: string, change: string) => ({ pk: `ACCESS#${companyId}`, sk: change }),
  jobOfCompany: (companyId: string, jobId: string) => ({ pk: `JOBS#${companyId}`, sk: jobId }),
  principalById: (keyId: string) => ({ pk: `KEYID#${keyId}`, sk: 'KEYID' }),
  /** By the hash of the normalized address. */
  email: (hash: string, companyId: string) => ({ pk: `EMAIL#${hash}`, sk: `COMPANY#${companyId}` }),
  /** Requests of somebody whom no company knows. `hash`: of the subject. `minute`: its number since 1970-01-01 UTC. */
  stranger: (hash: string, minute: number) => ({ pk: `STRANGER#${hash}`, sk: String(minute) }),
  item: (companyId: string, itemId: string) => ({ pk: `ITEMS#${companyId}#${computeShard(itemId)}`, sk: itemId }),
  sku: (companyId: string, sku: string) => ({ pk: `SKU#${companyId}#${sku}`, sk: 'SKU' }),
  /** Two digits, so that the rows of one database transaction sort in order. */
  log: (companyId: string, transaction: string, index: number) => ({
    pk: `LOG#${companyId}`,
    sk: `${transaction}#${String(index).padStart(2, '0')}`,
  }),
  logMonth: (companyId: string, month: string) => ({ pk: `LOGDAYS#${companyId}`, sk: month }),
  /** Four digits, so that the pages of a day sort in order. */
  logBlocks: (companyId: string, date: string, page: number) => ({
    pk: `LOGBLOCKS#${companyId}`,
    sk: `${date}#${String(page).padStart(4, '0')}`,
  }),
  order: (companyId: string, orderId: string) => ({ pk: `ORDERS#${companyId}#${computeShard(orderId)}`, sk: orderId }),
  receipt: (companyId: string, orderId: string, receiptId: string) => ({
    pk: `RECEIPTS#${companyId}#${orderId}`,
    sk: receiptId,
  }),
  catalogue: (companyId: string, head: string) => ({ pk: `CATALOGUE#${companyId}`, sk: head }),
  chunk: (base: string, number: number) => ({ pk: `CHUNK#${base}#${number}`, sk: 'CHUNK' }),
  snapshot: (companyId: string, snapshotId: string) => ({ pk: `SNAPSHOTS#${companyId}`, sk: snapshotId }),
  restore: (companyId: string, restoreId: string) => ({ pk: `RESTORES#${companyId}`, sk: restoreId }),
  restoreLock: (companyId: string) => ({ pk: `RESTORES#${companyId}`, sk: 'LOCK' }),
  webhook: (companyId: string, webhookId: string) => ({ pk: `WEBHOOKS#${companyId}`, sk: webhookId }),
  webhookCount: (companyId: string) => ({ pk: `WEBHOOKS#${companyId}`, sk: 'COUNT' }),
  /** An event as webhooks get it, once for all of a company's webhooks. */
  webhookEvent: (companyId: string, eventId: string) => ({ pk: `WEBHOOKEVENTS#${companyId}`, sk: eventId }),
  delivery: (companyId: string, webhookId: string, deliveryId: string) => ({
    pk: `DELIVERIES#${companyId}#${webhookId}`,
    sk: deliveryId,
  }),
  /** What is due later than a queue can wait. `at`: epoch milliseconds, thirteen digits until the year 2286. */
  dueDelivery: (deliveryId: string, at: number) => ({
    pk: `DUEDELIVERIES#${computeShard(deliveryId)}`,
    sk: `${at}#${deliveryId}`,
  }),
  /** Of the stack: what tells whether its master key is the one that has sealed the secrets of webhooks. */
  webhookKey: () => ({ pk: 'STACK#WEBHOOKKEY', sk: 'WEBHOOKKEY' }),
  /** What became low and is to be mailed. */
  alert: (companyId: string) => ({ pk: `ALERTS#${companyId}`, sk: 'ALERT' }),
  /** Until when the time of the company's log is taken by requests of many rows. */
  writeRate: (companyId: string) => ({ pk: `PACE#${companyId}`, sk: 'PACE' }),
  idempotency: (companyId: string, key: string, row: number | null) => ({
    pk: `IDEMPOTENCY#${companyId}#${key}`,
    sk: row === null ? 'IDEMPOTENCY' : `IDEMPOTENCY#${row}`,
  }),
} satisfies Record<string, (...parts: never[]) => KindedKey>

type KindOf<Make> = Make extends (...parts: never[]) => { pk: `${infer Kind}#${string}` } ? Kind : never
export type RowKind = KindOf<(typeof keys)[keyof typeof keys]>
export function listDuePartitions(): string[] {
  return Array.from({ length: shards }, (_, shard) => `DUEDELIVERIES#${shard}`)
}

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
