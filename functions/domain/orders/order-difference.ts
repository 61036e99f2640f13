import { listNames } from '../fields'
import type { FieldChanges, FieldValue } from '../revision'
import type { Order } from './order'
import { lineFields, orderFields } from './order-fields'

/** What an audit entry shows. The fields of `supplier` are shown one by one, too. */
const shownFields = listNames(orderFields, 'audit', true)
const shownLineFields = listNames(lineFields, 'audit', true)

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
  const header = shownFields.map((name) => [name, order[name]] as const)
  const supplier = Object.entries(order.supplier).map(([name, value]) => [`supplier.${name}`, value] as const)
  const lines = order.line_items.flatMap((line, index) =>
    shownLineFields.map(
      (name) => [`line_items[${index}].${name}`, name === 'notes' ? shortenNotes(line.notes) : line[name]] as const,
    ),
  )
  return new Map<string, FieldValue>([...header, ...supplier, ...lines])
}

function shortenNotes(notes: string | null): string | null {
  if (notes === null || notes.length <= maxNotesCharacters) return notes
  return `${[...notes].slice(0, maxNotesCharacters).join('')}…`
}
