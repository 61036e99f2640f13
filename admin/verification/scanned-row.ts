import { findRowKind, getOwner, getRowKind, type Owner } from '../../functions/store/table/row-kinds'
import { ttlAttribute } from '../../functions/store/table/schema'
import { parseRowName } from '../table/row-names'
import type { ScannedRow } from '../table/table-scan'

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
