import type { AuditEntry } from '../../../client'
import { describeChange } from '../parts/change'
import { formatNumber } from '../parts/format'
import { texts } from './texts'

/** More changes of one entry are counted, not listed. */
const shownChanges = 6

/** What an entry of the audit log says of an order. */
export function describeEntry({ action, changes }: AuditEntry): string[] {
  if (action !== 'update') return [texts.historyActions[action]]
  const status = changes.filter(({ field }) => field === 'status')
  const others = changes.filter(({ field }) => field !== 'status')
  const shown = [...status, ...others].slice(0, shownChanges).map((each) => describeChange(each, texts.changed))
  const rest = changes.length - shown.length
  return rest > 0 ? [...shown, texts.moreChanges(formatNumber(rest))] : shown
}
