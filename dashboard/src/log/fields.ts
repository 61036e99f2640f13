import type { AuditEntry, Transaction } from '../../../client'
import { texts as orders } from '../orders/texts'
import { describeChange, type FieldWords, nameField } from '../parts/change'
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

/** How people call the fields of the object of an entry. */
export function findWords({ resource_type }: Told): FieldWords {
  return resource_type === 'order' ? orders.changed : texts
}

/** In a line: of what changed, a quantity and a status with their values, other fields by their names. */
export function tellShort(entry: Pick<AuditEntry, 'action' | 'changes' | 'resource_type' | 'transaction_id'>): string {
  const { action, changes } = entry
  const words = findWords(entry)
  const figures = changes.filter(({ field }) => field === 'quantity' || field === 'status')
  const told = figures.map((change) => describeChange(change, words))
  if (isRightCount(entry)) told.push(texts.rightCount)
  if (action !== 'update') return [texts.actions[action], ...told].join(' · ')
  if (told.length > 0) return told.join(' · ')
  const names = listTold(changes).map(({ field }) => nameField(field, words.fields))
  return `${texts.actions.update}: ${names.slice(0, 3).join(', ')}`
}
