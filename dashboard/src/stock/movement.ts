import type { Item, Movement, Transaction } from '../../../client'
import { formatTime } from '../parts/format'
import { requireNumber, toNumber } from '../parts/numbers'
import type { MoveKind } from './move-search'
import { texts } from './texts'

export type MoveValues = { quantity: string; reason: string; note: string }

/** The least number that may be typed. */
export const leastOf: Record<MoveKind, number> = { sell: 1, receive: 1, count: 0, adjust: Number.NEGATIVE_INFINITY }

type Reason = NonNullable<Movement['reason']>

/** Why stock moves, as a list to choose from. The first one is none. */
export const reasonOptions = [
  { value: '', label: texts.noReason },
  ...Object.entries(texts.reasons).map(([value, label]) => ({ value, label })),
]

/** Reason and note, as the API takes them. What is left empty is not sent. */
export function makeDetails({ reason, note }: { reason: string; note: string }): { reason?: Reason; note?: string } {
  return { ...(isReason(reason) && { reason }), ...(note.trim() !== '' && { note: note.trim() }) }
}

function isReason(value: string): value is Reason {
  return value in texts.reasons
}

/** As `POST /transactions` takes it. A count is refused where others have moved the item since it was read. */
export function makeMovement(kind: MoveKind, { id, quantity }: Item, values: MoveValues): Movement {
  const shared = { item_id: id, quantity: requireNumber(values.quantity), ...makeDetails(values) }
  if (kind === 'sell') return { type: 'issue', ...shared }
  return { type: kind, ...shared, ...(kind === 'count' && { expected_quantity: quantity }) }
}

/** The quantity of the item when it is done, or null while no number is typed. */
export function computeAfter(kind: MoveKind, before: number, quantity: string): number | null {
  const value = toNumber(quantity)
  if (value === null) return null
  return { sell: before - value, receive: before + value, adjust: before + value, count: value }[kind]
}

/** When it happened, where it was entered in another minute. */
export function describeOccurred(row: Pick<Transaction, 'occurred_at' | 'created_at'>): string | null {
  const happened = row.occurred_at && formatTime(row.occurred_at)
  return happened === null || happened === formatTime(row.created_at) ? null : texts.occurred(happened)
}
