import type { LineItem, Order, Receipt, ReceiveOrder } from '../../../client'
import { maxReceiptLines } from '../../../functions/domain/orders/order-limits'
import { formatNumber } from '../parts/format'
import { addOne, doubtNumber, type Faults, findFault, toNumber } from '../parts/numbers'
import { texts } from './texts'

/** What is typed for a line. Empty is 0. */
type ReceivedValues = { quantity_accepted: string; quantity_rejected: string; rejection_reason: string }
type Rows = Record<string, ReceivedValues>

/** What the form of a delivery holds. `rows` are found by the id of the line. */
export type ReceiveValues = { rows: Rows; reference: string; note: string; allow_over_receipt: boolean }

const empty: ReceivedValues = { quantity_accepted: '', quantity_rejected: '', rejection_reason: '' }

type Lines = Pick<Order, 'line_items'>

export function noDelivery({ line_items }: Lines): ReceiveValues {
  const rows = Object.fromEntries(line_items.map(({ id }) => [id, empty]))
  return { rows, reference: '', note: '', allow_over_receipt: false }
}

/** The lines that goods can come for. More than is ordered may come for any. */
export function listOpen({ line_items }: Lines, { rows, allow_over_receipt }: ReceiveValues): LineItem[] {
  return line_items.filter((line) => line.quantity_outstanding > 0 || allow_over_receipt || isTyped(rows[line.id]))
}

export function listTyped({ line_items }: Lines, rows: Rows): LineItem[] {
  return line_items.filter(({ id }) => isTyped(rows[id]))
}

function isTyped(row: ReceivedValues = empty): boolean {
  return isCounted(row.quantity_accepted) || isCounted(row.quantity_rejected)
}

/** True where a field shows anything but 0. */
export function isCounted(text: string): boolean {
  return text.trim() !== '' && toNumber(text) !== 0
}

/** What is wrong with the numbers of lines, by the names of their fields. */
export function checkDelivery({ rows }: Pick<ReceiveValues, 'rows'>): Faults {
  const [first] = Object.keys(rows)
  if (first !== undefined && !Object.values(rows).some((row) => isTyped(row)))
    return { [`rows.${first}.quantity_accepted`]: texts.nothingTyped }
  return Object.fromEntries(
    Object.entries(rows).flatMap(([id, { quantity_accepted, quantity_rejected }]) => [
      [`rows.${id}.quantity_accepted`, findFault(quantity_accepted)],
      [`rows.${id}.quantity_rejected`, findFault(quantity_rejected)],
    ]),
  )
}

/** What is asked about the numbers of lines, or null. */
export function doubtDelivery({ line_items }: Lines, { rows }: Pick<ReceiveValues, 'rows'>): string | null {
  const questions = line_items.flatMap(({ id, quantity_outstanding }) =>
    [rows[id]?.quantity_accepted, rows[id]?.quantity_rejected].map((text) =>
      doubtNumber(text ?? '', quantity_outstanding),
    ),
  )
  return questions.find((question) => question !== null) ?? null
}

/** As the API takes it: the first lines that are typed, as many as it receives at once. */
export function makeDelivery(order: Lines, { rows, reference, note, ...rest }: ReceiveValues): ReceiveOrder {
  const lines = listTyped(order, rows).slice(0, maxReceiptLines)
  return {
    ...rest,
    reference: reference.trim() || null,
    note: note.trim() || null,
    lines: lines.map(({ id }) => {
      const { quantity_accepted, quantity_rejected, rejection_reason } = rows[id] ?? empty
      return {
        line_item_id: id,
        quantity_accepted: toNumber(quantity_accepted) ?? 0,
        quantity_rejected: toNumber(quantity_rejected) ?? 0,
        rejection_reason: rejection_reason.trim() || null,
      }
    }),
  }
}

/** What is typed and not received yet. What concerns the whole delivery goes with its last line. */
export function keepRest(order: Lines, values: ReceiveValues, { lines }: Pick<Receipt, 'lines'>): ReceiveValues {
  const received = Object.fromEntries(lines.map(({ line_item_id }) => [line_item_id, empty]))
  const rows = { ...values.rows, ...received }
  return listTyped(order, rows).length === 0 ? noDelivery(order) : { ...values, rows }
}

/** Accepts all that is outstanding, but what is rejected. */
export function acceptAll({ line_items }: Lines, rows: Rows): Rows {
  const open = line_items.filter(({ quantity_outstanding }) => quantity_outstanding > 0)
  const filled = open.map(({ id, quantity_outstanding }) => {
    const row = rows[id] ?? empty
    const rest = quantity_outstanding - (toNumber(row.quantity_rejected) ?? 0)
    return [id, { ...row, quantity_accepted: String(Math.max(0, rest)) }]
  })
  return { ...rows, ...Object.fromEntries(filled) }
}

/**
 * Accepts one more of an item: for the first of its lines that still waits for some. Null: it is not in the order. A
 * field that shows no number stays as it is.
 */
export function acceptOne({ line_items }: Lines, rows: Rows, itemId: string): { rows: Rows; line: LineItem } | null {
  const accepted = ({ id }: LineItem) => toNumber(rows[id]?.quantity_accepted ?? '') ?? 0
  const lines = line_items.filter(({ item_id }) => item_id === itemId)
  const line = lines.find((each) => accepted(each) < each.quantity_outstanding) ?? lines.at(-1)
  if (!line) return null
  const row = rows[line.id] ?? empty
  return { rows: { ...rows, [line.id]: { ...row, quantity_accepted: addOne(row.quantity_accepted) } }, line }
}

/** The name that a field of the API has in the form: `rows.ID.quantity_accepted` for `lines[3].quantity_accepted`. */
export function nameReceivedField(order: Lines, rows: Rows, field: string): string {
  const [, index, own] = /^lines\[(\d+)\]\.(\w+)$/.exec(field) ?? []
  const line = listTyped(order, rows)[Number(index)]
  return line && own !== undefined ? `rows.${line.id}.${own}` : field
}

/** How many units of a delivery were accepted, and how many rejected. */
export function describeSums(lines: Receipt['lines']): string {
  const sum = (name: 'quantity_accepted' | 'quantity_rejected') =>
    formatNumber(lines.reduce((total, line) => total + line[name], 0))
  return texts.sums(sum('quantity_accepted'), sum('quantity_rejected'))
}
