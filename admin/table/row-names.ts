import { keys, listDuePartitions, listPartitions, type RowKey } from '../../functions/store/table/schema'

/** What the key of a row says that must be looked at, besides the row itself. */
export type RowName =
  | { kind: 'sku_guard'; sku: string }
  | { kind: 'receipt'; orderId: string }
  | { kind: 'api_key'; hash: string }
  | { kind: 'api_key_id'; id: string }
  | { kind: 'email' }
  | { kind: 'delivery'; webhookId: string }
  | { kind: 'chunk' | 'due' | 'other' }

/** Sort keys of the partitions that have rows of certain names only. Those of others hold any, and are read. */
const sortKeys: Record<string, RegExp> = {
  COMPANY: /^(COMPANY|(KEY|JOB)#.+)$/,
  KEY: /^KEY$/,
  KEYID: /^KEYID$/,
  EMAIL: /^EMAIL$/,
  USAGE: /^\d{4}-\d\d-\d\d#(key|usr)_/,
  CHUNK: /^CHUNK$/,
  LOG: /^[0-9A-Z]{26}#\d\d$/,
  LOGDAYS: /^\d{4}-\d\d$/,
  LOGBLOCKS: /^\d{4}-\d\d-\d\d#\d{4}$/,
  CATALOGUE: /^(ITEMS|ORDERS|ORDERS_BY_ITEM)$/,
  RECEIPTS: /^rcp_/,
  SKU: /^SKU$/,
  WEBHOOKS: /^(COUNT|whk_.+)$/,
  WEBHOOKEVENTS: /^evt_/,
  DELIVERIES: /^dlv_/,
  DUEDELIVERIES: /^\d{13}#dlv_/,
  ALERTS: /^ALERT$/,
  PACE: /^PACE$/,
  IDEMPOTENCY: /^IDEMPOTENCY(#\d+)?$/,
}

/** Null for a key that this release does not make. */
export function parseRowName(companyId: string, { pk, sk }: RowKey): RowName | null {
  const [kind = '', second = '', ...rest] = pk.split('#')
  if (sortKeys[kind]?.test(sk) === false) return null
  const isSharded = kind === 'ITEMS' || kind === 'ORDERS'
  if (isSharded && !listPartitions(kind, companyId).includes(pk)) return null
  if (kind === 'DUEDELIVERIES' && !listDuePartitions().includes(pk)) return null
  if (kind === 'DELIVERIES') return { kind: 'delivery', webhookId: rest.join('#') }
  if (kind === 'SKU') return { kind: 'sku_guard', sku: pk.slice(keys.sku(companyId, '').pk.length) }
  if (kind === 'RECEIPTS') return { kind: 'receipt', orderId: rest.join('#') }
  if (kind === 'KEY') return { kind: 'api_key', hash: second }
  if (kind === 'KEYID') return { kind: 'api_key_id', id: second }
  if (kind === 'EMAIL') return { kind: 'email' }
  if (kind === 'DUEDELIVERIES') return { kind: 'due' }
  return { kind: kind === 'CHUNK' ? 'chunk' : 'other' }
}
