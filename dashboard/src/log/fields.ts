import type { AuditEntry, Transaction } from '../../../client'
import { formatChange, formatNumber } from '../parts/format'
import { typeTexts } from '../stock/texts'
import type { Step } from './story-steps'
import { texts } from './texts'

/** Without ids. */
export const listTold = (changes: AuditEntry['changes']) => changes.filter(({ field }) => field !== 'restore_id')

export type Told = Pick<AuditEntry, 'changes'> & Partial<Step>

/** Only a count, or its reversal, can move nothing. */
export const isRightCount = ({ changes, transaction_id }: Told) => changes.length === 0 && transaction_id != null

export function nameMovement({ type, quantity_change, quantity_after }: Transaction): string {
  if (type === 'count' && quantity_change === 0) return texts.asRecorded(formatNumber(quantity_after))
  return texts.moved(typeTexts[type] ?? type, formatChange(quantity_change), formatNumber(quantity_after))
}

/** How people know the object of an entry, or null. `known`: its name by a list. */
export function nameObject({ sku, changes }: Told, known: string | undefined): string | null {
  const name = changes.find(({ field }) => field === 'name' || field === 'supplier.name')
  return sku ?? known ?? (name && String(name.to ?? name.from)) ?? null
}
