import type { CreateOrder, Order, UpdateOrder } from '../../../client'
import { listNames, mapFields, pickFields as selectFields } from '../../../functions/domain/fields'
import { lineFields, orderFields, supplierFields } from '../../../functions/domain/orders/order-fields'
import { pickChanges } from '../parts/difference'
import { doubtNumber, type Faults, findFaultOfAmount, findFaultOfNeeded, toAmount, toNumber } from '../parts/numbers'
import { findFaultOfDay } from '../parts/typed-day'

/** What people write about an order, but its supplier and its lines. */
const { supplier: _, ...headerFields } = selectFields(orderFields, 'request', 'set')
type HeaderName = keyof typeof headerFields

/** What the form of an order holds. Empty is unset. */
export type OrderValues = { [Name in HeaderName]: string } & {
  supplier: { [Name in keyof typeof supplierFields]: string }
  line_items: LineValues[]
}

const getLabel = ({ label }: { label: string }) => label
/** How people call them. */
export const labels = {
  header: mapFields(headerFields, 'request', { set: getLabel }),
  supplier: mapFields(supplierFields, 'request', { set: getLabel }),
  line: mapFields(lineFields, 'request', { set: getLabel, compare: getLabel }),
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
export type OrderFields = Pick<Order, 'supplier' | HeaderName> & {
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
  ...mapFields(headerFields, 'request', { set: () => '' }),
  supplier: mapFields(supplierFields, 'request', { set: () => '' }),
  line_items: [],
}

/** As the API takes it, once `checkOrder` finds nothing wrong. */
export function readFields({ supplier, line_items, ...values }: OrderValues): OrderFields {
  const optional = (__: object, name: HeaderName) => unset(values[name])
  const optionalOfSupplier = (__: object, name: keyof typeof supplier) => unset(supplier[name])
  return {
    ...mapFields(headerFields, 'kind', {
      'currency?': (__, name) => unset(values[name].toUpperCase()),
      'date?': optional,
      'text?': optional,
    }),
    supplier: mapFields(supplierFields, 'kind', {
      text: (__, name) => supplier[name].trim(),
      'email?': optionalOfSupplier,
      'text?': optionalOfSupplier,
    }),
    line_items: line_items.map((line) => ({
      ...line,
      quantity_ordered: toNumber(line.quantity_ordered) ?? Number.NaN,
      unit_cost: toAmount(line.unit_cost) ?? unset(line.unit_cost),
      notes: unset(line.notes),
    })),
  }
}

/** What is wrong with the numbers of lines, by the names of their fields. */
function checkLines({ line_items }: Pick<OrderValues, 'line_items'>): Faults {
  return Object.fromEntries(
    line_items.flatMap(({ quantity_ordered, unit_cost }, index) => [
      [`line_items.${index}.quantity_ordered`, findFaultOfNeeded(quantity_ordered, 1)],
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
export function checkOrder(values: OrderValues): Faults {
  const days = listNames(headerFields, 'kind', 'date?').map((name) => [name, findFaultOfDay(values[name])])
  return { ...Object.fromEntries(days), ...checkLines(values) }
}

const unset = (text: string) => text.trim() || null

export function fillValues({ supplier, line_items, ...header }: OrderFields): OrderValues {
  return {
    ...mapFields(headerFields, 'request', { set: (__, name) => header[name] ?? '' }),
    supplier: mapFields(supplierFields, 'request', { set: (__, name) => supplier[name] ?? '' }),
    line_items: line_items.map((line) => ({
      ...line,
      quantity_ordered: String(line.quantity_ordered),
      unit_cost: line.unit_cost ?? '',
      notes: line.notes ?? '',
    })),
  }
}

export function pickHeader(order: Pick<Order, HeaderName>): Pick<Order, HeaderName> {
  return mapFields(headerFields, 'request', { set: (__, name) => order[name] })
}

export function pickFields({ supplier, line_items, ...header }: Order): OrderFields {
  return {
    ...pickHeader(header),
    supplier,
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
