import type { CreateOrder, Order, UpdateOrder } from '../../../client'
import { pickChanges } from '../parts/difference'
import { doubtNumber, type Faults, findFaultOfAmount, findFaultOfNeeded, toAmount, toNumber } from '../parts/numbers'
import { findFaultOfDay } from '../parts/typed-day'

/** What the form of an order holds. Empty is unset. */
export type OrderValues = {
  supplier: { name: string; email: string; phone: string; reference: string }
  currency: string
  expected_at: string
  location: string
  notes: string
  line_items: LineValues[]
}

/** `id` is null in a line that the order does not have yet. SKU and name are shown alone. */
export type LineValues = {
  id: string | null
  item_id: string
  sku: string
  name: string
  quantity_ordered: string
  unit_cost: string
  notes: string
}

/** What people write about an order. */
export type OrderFields = Pick<Order, 'supplier' | 'currency' | 'expected_at' | 'location' | 'notes'> & {
  line_items: LineFields[]
}
export type LineFields = Pick<Order['line_items'][number], 'item_id' | 'sku' | 'name' | 'unit_cost' | 'notes'> & {
  id: string | null
  quantity_ordered: number
}

/** A draft as it is stored, with the revision that a change of it names. */
export type StoredOrder = { fields: OrderFields; etag: string | null }

/** `begins`: what a new order is at first. `base`: a draft as it was when its form was opened; it is kept beside. */
export type OrderFormValues = OrderValues & { begins: 'draft' | 'ordered'; base: StoredOrder | null }

export const noOrder: OrderValues = {
  supplier: { name: '', email: '', phone: '', reference: '' },
  currency: '',
  expected_at: '',
  location: '',
  notes: '',
  line_items: [],
}

/** As the API takes it, once `checkOrder` finds nothing wrong. */
export function readFields({ supplier, currency, expected_at, location, notes, line_items }: OrderValues): OrderFields {
  const { name, email, phone, reference } = supplier
  return {
    supplier: { name: name.trim(), email: unset(email), phone: unset(phone), reference: unset(reference) },
    currency: unset(currency.toUpperCase()),
    expected_at: unset(expected_at),
    location: unset(location),
    notes: unset(notes),
    line_items: line_items.map((line) => ({
      ...line,
      quantity_ordered: toNumber(line.quantity_ordered) ?? Number.NaN,
      unit_cost: toAmount(line.unit_cost) ?? unset(line.unit_cost),
      notes: unset(line.notes),
    })),
  }
}

/** What is wrong with the numbers of lines, by the names of their fields. */
export function checkLines({ line_items }: Pick<OrderValues, 'line_items'>): Faults {
  return Object.fromEntries(
    line_items.flatMap(({ quantity_ordered, unit_cost }, index) => [
      [`line_items.${index}.quantity_ordered`, findFaultOfNeeded(quantity_ordered)],
      [`line_items.${index}.unit_cost`, findFaultOfAmount(unit_cost)],
    ]),
  )
}

/** What is asked about the quantities of lines, or null. */
export function doubtOrder({ line_items }: Pick<OrderValues, 'line_items'>): string | null {
  const questions = line_items.map(({ quantity_ordered }) => doubtNumber(quantity_ordered, Number.POSITIVE_INFINITY))
  return questions.find((question) => question !== null) ?? null
}

/** What is wrong with an order, by the names of its fields. */
export function checkOrder(values: Pick<OrderValues, 'line_items' | 'expected_at'>): Faults {
  return { expected_at: findFaultOfDay(values.expected_at), ...checkLines(values) }
}

const unset = (text: string) => text.trim() || null

export function fillValues({ supplier, currency, expected_at, location, notes, line_items }: OrderFields): OrderValues {
  const { name, email, phone, reference } = supplier
  return {
    supplier: { name, email: email ?? '', phone: phone ?? '', reference: reference ?? '' },
    currency: currency ?? '',
    expected_at: expected_at ?? '',
    location: location ?? '',
    notes: notes ?? '',
    line_items: line_items.map((line) => ({
      ...line,
      quantity_ordered: String(line.quantity_ordered),
      unit_cost: line.unit_cost ?? '',
      notes: line.notes ?? '',
    })),
  }
}

export function pickFields({ supplier, currency, expected_at, location, notes, line_items }: Order): OrderFields {
  return {
    supplier,
    currency,
    expected_at,
    location,
    notes,
    line_items: line_items.map(({ id, item_id, sku, name, quantity_ordered, unit_cost, notes }) => {
      return { id, item_id, sku, name, quantity_ordered, unit_cost, notes }
    }),
  }
}

export function makeOrder(values: OrderValues, status: 'draft' | 'ordered'): CreateOrder {
  const { line_items, ...fields } = readFields(values)
  return { ...fields, status, line_items: line_items.map(makeLine) }
}

function makeLine({ item_id, quantity_ordered, unit_cost, notes }: LineFields) {
  return { item_id, quantity_ordered, unit_cost, notes }
}

/** The fields that are not as they were. Of lines, the API takes all or none. */
export function findChanges(now: OrderFields, before: OrderFields): UpdateOrder {
  const { line_items, ...changes } = pickChanges(now, before)
  if (!line_items) return changes
  return {
    ...changes,
    line_items: line_items.map((line) => ({ ...makeLine(line), ...(line.id !== null && { id: line.id }) })),
  }
}
