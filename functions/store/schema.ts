/** The single table: its attribute names and the key of every row. Whatever builds a key builds it here. */

export const tableKey = { partition: 'pk', sort: 'sk' } as const
/** Epoch seconds, as DynamoDB's TTL wants it. Rows past it are treated as gone on every read: TTL deletes hours late. */
export const ttlAttribute = 'expires_at'
/** The index of log rows by the item or order that they are of. Its sort key is the table's. */
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
  log: (company: string, transaction: string, index: number) => ({
    pk: `LOG#${company}`,
    sk: `${transaction}#${index}`,
  }),
} satisfies Record<string, (...parts: never[]) => RowKey>

/** The partitions that hold a company's items, trashed ones included. */
export function itemPartitions(company: string): string[] {
  return Array.from({ length: shards }, (_, shard) => `ITEMS#${company}#${shard}`)
}

/** The index partition of an item's log rows. */
export function itemResource(company: string, itemId: string): string {
  return `ITEM#${company}#${itemId}`
}

/** Spreads items over partitions by the random part of their id, so that no partition is hot. */
function shardOf(itemId: string): number {
  let hash = 0
  for (const character of itemId.slice(-8)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0
  return hash % shards
}
