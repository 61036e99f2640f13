import type { AuditEntry } from '../../../client'
import { formatNumber } from '../parts/format'
import { texts } from './texts'

/** More changes of one entry are counted, not listed. */
const shownChanges = 6

type Change = AuditEntry['changes'][number]

/** What an entry of the audit log says of an order. */
export function describeEntry({ action, changes }: AuditEntry): string[] {
  if (action !== 'update') return [texts.historyActions[action]]
  const status = changes.filter(({ field }) => field === 'status')
  const others = changes.filter(({ field }) => field !== 'status')
  const shown = [...status, ...others].slice(0, shownChanges).map(describeChange)
  const rest = changes.length - shown.length
  return rest > 0 ? [...shown, texts.moreChanges(formatNumber(rest))] : shown
}

function describeChange({ field, from, to }: Change): string {
  return texts.change(nameField(field), formatValue(field, from), formatValue(field, to))
}

/** `line_items[2].quantity_received` is that of line 3. */
function nameField(field: string): string {
  const [, index, own] = /^line_items\[(\d+)\]\.(.+)$/.exec(field) ?? []
  const names: Record<string, string> = texts.historyFields
  if (index === undefined || own === undefined) return names[field] ?? field
  return texts.ofLine(formatNumber(Number(index) + 1), names[own] ?? own)
}

function formatValue(field: string, value: Change['from']): string {
  const statuses: Record<string, string> = texts.statuses
  if (value === null) return texts.unset
  if (typeof value === 'number') return formatNumber(value)
  return field === 'status' ? (statuses[value] ?? value) : value
}
