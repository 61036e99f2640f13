import type { AuditEntry, Transaction } from '../../../client'

/** An entry of the log of an item. `movement`: the stock that it moved, where it did. */
export type Step = AuditEntry & { movement: Transaction | null }

/** Puts each movement to its entry. */
export function pairMovements(entries: AuditEntry[], movements: Transaction[]): Step[] {
  const byId = new Map(movements.map((movement) => [movement.id, movement]))
  return entries.map((entry) => ({ ...entry, movement: byId.get(entry.transaction_id) ?? null }))
}

/** The changes that the movement does not say already. */
export function listOtherChanges({ changes, movement }: Step): AuditEntry['changes'] {
  return movement === null ? changes : changes.filter(({ field }) => field !== 'quantity')
}
