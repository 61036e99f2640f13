import type { AuditEntry } from '../../../client'
import { formatValue } from '../parts/format'
import { texts } from './texts'

/** How a field of the log is called. `line_items[0].quantity_ordered` is `Line 1: Ordered`. */
export function nameField(field: string, names = texts.fields): string {
  const [, line, own = field] = /^line_items\[(\d+)\]\.(.+)$/.exec(field) ?? []
  const name = names[own] ?? spell(own)
  return line === undefined ? name : texts.line(String(Number(line) + 1), name)
}

/** What is new has no value before. An order's fields have names of their own. */
export function describeChange({ field, from, to }: AuditEntry['changes'][number], names = texts.fields): string {
  if (from === null) return texts.set(nameField(field, names), nameValue(field, to))
  return texts.fromTo(nameField(field, names), nameValue(field, from), nameValue(field, to))
}

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

/** A value as the pages call it: `partially_received` is `Received in part`. */
export function nameValue(field: string, value: string | number | null): string {
  return texts.values[field]?.[String(value)] ?? formatValue(value)
}

const spell = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1).replace(/[._]/g, ' ')
