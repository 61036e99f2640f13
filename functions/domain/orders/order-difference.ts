import type { FieldChanges, FieldValue } from '../revision'
import type { Order, OrderFields, OrderLine } from './order'

type HeaderField = Exclude<keyof OrderFields, 'supplier' | 'line_items'> | 'status' | 'cancel_reason'
type LineField = Exclude<keyof OrderLine, 'id' | 'item_id' | 'name'>

/** What an audit entry shows. The fields of `supplier` are shown one by one, too. */
const auditedFields = {
  status: true,
  currency: true,
  expected_at: true,
  location: true,
  notes: true,
  cancel_reason: true,
} as const satisfies Record<HeaderField, true>
const auditedLineFields = {
  sku: true,
  quantity_ordered: true,
  quantity_received: true,
  quantity_rejected: true,
  quantity_cancelled: true,
  unit_cost: true,
  notes: true,
} as const satisfies Record<LineField, true>
const headerFields = Object.keys(auditedFields) as HeaderField[]
const lineFields = Object.keys(auditedLineFields) as LineField[]

/** As JSON. A page of 100 entries must fit an answer. */
const maxChangesBytes = 24_000
/** What an audit entry shows of a line's notes. */
const maxNotesCharacters = 40

/** Fields are named as `supplier.name`, or `line_items[2].quantity_received` for the third line. */
export function diffOrders(before: Order | null, after: Order): FieldChanges {
  const [old, now] = [before === null ? new Map() : flattenOrder(before), flattenOrder(after)]
  const changes: FieldChanges = {}
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = [old.get(name) ?? null, now.get(name) ?? null]
    const counted = from === null && to === 0 // a new line's counters start at 0
    if (from !== to && !counted) changes[name] = [from, to]
  }
  return boundChanges(changes, before?.line_items.length ?? null, after.line_items.length)
}

/** Keeps what fits into `maxChangesBytes`. If some does not, adds the number of lines as `line_items`. */
function boundChanges(changes: FieldChanges, before: number | null, after: number): FieldChanges {
  let size = 0
  const bounded: FieldChanges = {}
  for (const [name, change] of Object.entries(changes)) {
    size += new TextEncoder().encode(JSON.stringify([name, change])).length
    if (size > maxChangesBytes) return { ...bounded, line_items: [before, after] }
    bounded[name] = change
  }
  return bounded
}

function flattenOrder(order: Order): Map<string, FieldValue> {
  const header = headerFields.map((name) => [name, order[name]] as const)
  const supplier = Object.entries(order.supplier).map(([name, value]) => [`supplier.${name}`, value] as const)
  const lines = order.line_items.flatMap((line, index) =>
    lineFields.map(
      (name) => [`line_items[${index}].${name}`, name === 'notes' ? shortenNotes(line.notes) : line[name]] as const,
    ),
  )
  return new Map<string, FieldValue>([...header, ...supplier, ...lines])
}

function shortenNotes(notes: string | null): string | null {
  if (notes === null || notes.length <= maxNotesCharacters) return notes
  return `${[...notes].slice(0, maxNotesCharacters).join('')}…`
}
