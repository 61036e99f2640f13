import { findRowKind, getOwner, getRowKind, type Owner } from '../../functions/store/table/row-kinds'
import { keys, listDuePartitions, listPartitions, type RowKey, ttlAttribute } from '../../functions/store/table/schema'
import type { ScannedRow } from './table-scan'

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

/** Null for a row of a kind that this release does not know. */
export function findOwner(row: ScannedRow): Owner | null {
  try {
    return getOwner(row)
  } catch {
    return null
  }
}

/** True where DynamoDB would delete a row that must stay. A row of an item is written whole. */
export function isExpiring({ pk, sk, deleted_at, [ttlAttribute]: ttl }: ScannedRow): boolean {
  if (typeof ttl !== 'number') return false
  const kind = findRowKind({ pk })
  if (kind === 'ITEMS') return typeof deleted_at !== 'string'
  const isJob = kind === 'COMPANY' && sk.startsWith('JOB#')
  return kind !== null && getRowKind(kind).lasts && !isJob
}

/**
 * The companies for which the row must be looked at. Of most rows there are none: what leads to them is read by its
 * key. A row of an unknown kind may belong to each company that its key names. `before` is the row that was scanned
 * before it: a scan shows a partition as a whole, and of an order's receipts or a webhook's deliveries one is enough.
 */
export function listConcerned(row: ScannedRow, before: ScannedRow | null): string[] {
  const owner = findOwner(row)
  if (owner === null) return [...new Set(`${row.pk}#${row.sk}`.split('#'))].filter((part) => part !== '')
  if (!('companyId' in owner)) return []
  const { companyId } = owner
  const name = parseRowName(companyId, row)
  if (name === null || isExpiring(row)) return [companyId]
  const isOneOfMany = name.kind === 'receipt' || name.kind === 'delivery'
  const isFirst = before?.pk !== row.pk || parseRowName(companyId, before) === null
  return name.kind !== 'other' && (isFirst || !isOneOfMany) ? [companyId] : []
}
