import type { AuditEntry } from '../../../client'

/** Without ids. */
export const listTold = (changes: AuditEntry['changes']) => changes.filter(({ field }) => field !== 'restore_id')

export type Told = Pick<AuditEntry, 'changes'> & Partial<AuditEntry>

/** Only a count, or its reversal, can move nothing. */
export const isRightCount = ({ changes, transaction_id }: Told) => changes.length === 0 && transaction_id != null

/** How people know the object of an entry, or null. `known`: its name by a list. */
export function nameObject(
  { sku, changes }: Pick<AuditEntry, 'sku' | 'changes'>,
  known: string | undefined,
): string | null {
  const name = changes.find(({ field }) => field === 'name' || field === 'supplier.name')
  return sku ?? known ?? (name && String(name.to ?? name.from)) ?? null
}
