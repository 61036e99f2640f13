import { findRowKind, getRowKind } from '../../functions/store/table/row-kinds'
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

/** Null for a key that this release does not make. */
export function parseRowName(companyId: string, { pk, sk }: RowKey): RowName | null {
  const [, second = '', ...rest] = pk.split('#')
  const kind = findRowKind({ pk })
  if (kind === null || getRowKind(kind).sortKey?.test(sk) === false) return null
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
