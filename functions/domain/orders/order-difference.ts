import type { FieldChanges, FieldValue } from '../revision'
import type { Order } from './order'

const lineFields = [
  'sku',
  'quantity_ordered',
  'quantity_received',
  'quantity_rejected',
  'quantity_cancelled',
  'unit_cost',
  'notes',
] as const

/** What an entry may tell, as JSON, in characters: a hundred of them must fit an answer. */
const toldSize = 24_000
/** Of a line's notes no more is told: a line is told by its first words. */
const toldCharacters = 40

/**
 * Old and new value of what changed: the supplier's name as `supplier.name`, a line item's received quantity as
 * `line_items[2].quantity_received`.
 */
export function orderDifference(before: Order | null, after: Order): FieldChanges {
  const [old, now] = [before === null ? new Map() : flat(before), flat(after)]
  const changes: FieldChanges = {}
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = [old.get(name) ?? null, now.get(name) ?? null]
    const counted = from === null && to === 0 // a new line's counters
    if (from !== to && !counted) changes[name] = [from, to]
  }
  return bounded(changes, before?.line_items.length ?? null, after.line_items.length)
}

/** The changes as far as there is room; that there are more, the field `line_items` tells, with the number of lines. */
function bounded(changes: FieldChanges, before: number | null, after: number): FieldChanges {
  let size = 0
  const told: FieldChanges = {}
  for (const [name, change] of Object.entries(changes)) {
    size += new TextEncoder().encode(JSON.stringify([name, change])).length
    if (size > toldSize) return { ...told, line_items: [before, after] }
    told[name] = change
  }
  return told
}

function flat(order: Order): Map<string, FieldValue> {
  const { status, supplier, currency, expected_at, location, notes, cancel_reason } = order
  const header = Object.entries({ status, currency, expected_at, location, notes, cancel_reason })
  const ofSupplier = Object.entries(supplier).map(([name, value]) => [`supplier.${name}`, value] as const)
  const ofLines = order.line_items.flatMap((line, index) =>
    lineFields.map(
      (name) => [`line_items[${index}].${name}`, name === 'notes' ? shortened(line.notes) : line[name]] as const,
    ),
  )
  return new Map<string, FieldValue>([...header, ...ofSupplier, ...ofLines])
}

function shortened(notes: string | null): string | null {
  if (notes === null || notes.length <= toldCharacters) return notes
  return `${[...notes].slice(0, toldCharacters).join('')}…`
}
