import * as z from 'zod'
import { mapFields, pickFields } from '../domain/fields'
import type { Order as DomainOrder } from '../domain/orders/order'
import { lineFields, orderFields, supplierFields } from '../domain/orders/order-fields'
import { maxOrderLines } from '../domain/orders/order-limits'
import { type OrderFilter, orderSorts } from '../domain/orders/order-list'
import { orderStatuses } from '../domain/orders/order-status'
import { addTotals } from '../domain/orders/order-totals'
import { answerSchemas, creationSchemas, requestSchemas } from './field-schemas'
import {
  anyId,
  id,
  oneOf,
  oneOrMany,
  optionalId,
  optionalList,
  optionalText,
  queryBoolean,
  querySearch,
  queryText,
  readOnly,
  rows,
} from './fields'
import { listOf, pageQuery, sortOf } from './page'
import type { NameField } from './row-fields'

export const OrderParams = z.strictObject({ id: id('po') })

const settable = pickFields(orderFields, 'request', 'set')
const settableOfLine = pickFields(lineFields, 'request', 'set')
const supplierChanges = z.object(mapFields(supplierFields, 'kind', requestSchemas)).partial().shape

export const LineItem = z.object({ id: z.string(), ...mapFields(lineFields, 'kind', answerSchemas) })

const {
  rev: _,
  line_count,
  ...header
} = mapFields(orderFields, 'kind', {
  ...answerSchemas,
  status: () => z.enum(orderStatuses),
  supplier: () => z.object(mapFields(supplierFields, 'kind', answerSchemas)),
})

export const Order = z.object({ id: z.string(), ...header, line_items: z.array(LineItem) })
/** An order in a list. It has no line items: 100 orders of 200 lines each would be too large for an answer. */
export const OrderSummary = z.object({ id: z.string(), ...header, line_count })

const supplier = z.strictObject(mapFields(supplierFields, 'kind', creationSchemas), {
  error: ({ code, input }) =>
    code !== 'invalid_type' ? undefined : input === undefined ? 'is required' : 'must be an object',
})

const newLineFields = {
  item_id: optionalId,
  sku: optionalText(100),
  ...mapFields(settableOfLine, 'kind', creationSchemas),
}

export const CreateLineItem = z.strictObject(newLineFields).superRefine(({ item_id, sku }, { addIssue }) => {
  if (item_id !== null && sku !== null)
    addIssue({ code: 'custom', path: ['sku'], message: "must not stand beside 'item_id'" })
  if (item_id === null && sku === null)
    addIssue({ code: 'custom', path: ['item_id'], message: "is required, or 'sku' in its place" })
})

/** A line of a draft as it was fetched: with its `id`, it is that line, and its read-only fields are compared. */
export const FetchedLineItem = z.strictObject({
  ...mapFields(pickFields(lineFields, 'request', 'compare'), 'request', { compare: () => readOnly }),
  ...newLineFields,
  id: anyId,
  item_id: anyId,
})

const fields = {
  ...mapFields(settable, 'kind', { ...creationSchemas, supplier: () => supplier }),
  line_items: rows(CreateLineItem, maxOrderLines, 'put the others into another order'),
}

export const CreateOrder = z.strictObject({ ...fields, status: oneOf(['draft', 'ordered']).default('ordered') })

const changes = mapFields(settable, 'kind', { ...requestSchemas, supplier: () => z.strictObject(supplierChanges) })

export const UpdateOrder = z.strictObject({
  ...z.object(changes).partial().shape,
  line_items: optionalList(
    rows(
      oneOrMany((line) => 'id' in line, CreateLineItem, FetchedLineItem),
      maxOrderLines,
      'put the others into another order',
    ),
  ),
  id: readOnly,
  ...mapFields(pickFields(orderFields, 'request', 'compare'), 'request', { compare: () => readOnly }),
})

export const CancelOrder = z.strictObject({ cancel_reason: optionalText(500) })

const filters = {
  status: oneOf(orderStatuses).optional(),
  supplier: queryText(200).optional(),
  item_id: anyId.optional(),
  search: querySearch.optional(),
  overdue: queryBoolean.optional(),
} satisfies Record<Exclude<keyof OrderFilter, 'overdue_on'> | 'overdue', z.ZodType>

export const ListOrders = z.strictObject({ ...pageQuery, ...filters, sort: sortOf(orderSorts).default('-created_at') })
export const OrderList = listOf(OrderSummary)

export function renderOrder(order: DomainOrder) {
  return { body: addTotals(order), revision: order.rev }
}

export function nameLineItem(): NameField {
  return (row, part) => (part === null ? `line_items[${row}]` : `line_items[${row}].${part}`)
}
