import * as z from 'zod'
import { amountPattern } from '../domain/orders/money'
import {
  type Order as DomainOrder,
  type OrderLine as DomainOrderLine,
  type OrderFields,
  orderStatuses,
  type readOnlyOrderFields,
  type Supplier,
} from '../domain/orders/order'
import { type OrderFilter, orderSorts } from '../domain/orders/order-list'
import { maxOrderLines } from '../domain/orders/order-size'
import { addTotals, type OrderHeader } from '../domain/orders/order-totals'
import {
  anyId,
  date,
  id,
  oneOf,
  oneOrMany,
  optionalId,
  optionalList,
  optionalText,
  positive,
  queryBoolean,
  queryText,
  readOnly,
  rows,
  text,
  timestamp,
} from './fields'
import { listOf, pageQuery, sortOf } from './page'
import type { NameField } from './row-fields'

type Settable = Record<keyof OrderFields, z.ZodType>

export const OrderParams = z.strictObject({ id: id('po') })

const nullable = z.string().nullable()
const time = timestamp.nullable()

export const LineItem = z.object({
  id: z.string(),
  item_id: z.string(),
  sku: z.string(),
  name: z.string(),
  quantity_ordered: z.int(),
  quantity_received: z.int(),
  quantity_rejected: z.int(),
  quantity_cancelled: z.int(),
  quantity_outstanding: z.int(),
  unit_cost: nullable,
  line_total: nullable,
  notes: nullable,
} satisfies Record<keyof DomainOrderLine, z.ZodType> & Record<string, z.ZodType>)

const headerFields = {
  id: z.string(),
  order_number: z.string(),
  status: z.enum(orderStatuses),
  supplier: z.object({
    name: z.string(),
    email: nullable,
    phone: nullable,
    reference: nullable,
  } satisfies Record<keyof Supplier, z.ZodType>),
  currency: nullable,
  expected_at: nullable,
  location: nullable,
  notes: nullable,
  subtotal: z.string(),
  total_quantity_ordered: z.int(),
  total_quantity_received: z.int(),
  created_by: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  ordered_at: time,
  received_at: time,
  closed_at: time,
  cancelled_at: time,
  cancel_reason: nullable,
} satisfies Record<Exclude<keyof OrderHeader, 'rev' | 'line_count' | 'item_ids'>, z.ZodType>

export const Order = z.object({ ...headerFields, line_items: z.array(LineItem) })
/** An order in a list. It has no line items: 100 orders of 200 lines each would be too large for an answer. */
export const OrderSummary = z.object({ ...headerFields, line_count: z.int() })

const emailPattern = /^[^\s@]+@[^\s@]+$/
const emailAddress = text(254)
  .refine((value) => emailPattern.test(value), 'must be an email address')
  .meta({ pattern: emailPattern.source })

const supplier = z.strictObject(
  {
    name: text(200),
    email: emailAddress.nullable().default(null),
    phone: optionalText(50),
    reference: optionalText(255),
  } satisfies Record<keyof Supplier, z.ZodType>,
  {
    error: ({ code, input }) =>
      code !== 'invalid_type' ? undefined : input === undefined ? 'is required' : 'must be an object',
  },
)

const currency = z
  .string({ error: 'must be an ISO 4217 code such as EUR' })
  .refine((code) => listCurrencies().has(code), 'must be an ISO 4217 code such as EUR')
  .meta({ pattern: '^[A-Z]{3}$' })

let known: Set<string> | undefined
function listCurrencies(): Set<string> {
  known ??= new Set(Intl.supportedValuesOf('currency'))
  return known
}

const unit_cost = z
  .string({ error: 'must be a decimal string such as "2.50"' })
  .regex(amountPattern, { error: 'must be a decimal string such as "2.50", with at most 12 digits and 6 decimals' })

const lineFields = {
  item_id: optionalId,
  sku: optionalText(100),
  quantity_ordered: positive,
  unit_cost: unit_cost.nullable().default(null),
  notes: optionalText(200),
}

export const CreateLineItem = z.strictObject(lineFields).superRefine(({ item_id, sku }, { addIssue }) => {
  if (item_id !== null && sku !== null)
    addIssue({ code: 'custom', path: ['sku'], message: "must not stand beside 'item_id'" })
  if (item_id === null && sku === null)
    addIssue({ code: 'custom', path: ['item_id'], message: "is required, or 'sku' in its place" })
})

/** A line of a draft as it was fetched: with its `id`, it is that line, and its read-only fields are compared. */
export const FetchedLineItem = z.strictObject({
  ...lineFields,
  id: anyId,
  item_id: anyId,
  name: readOnly,
  quantity_received: readOnly,
  quantity_rejected: readOnly,
  quantity_cancelled: readOnly,
  quantity_outstanding: readOnly,
  line_total: readOnly,
} satisfies Record<keyof DomainOrderLine, z.ZodType> & Record<string, z.ZodType>)

const fields = {
  supplier,
  currency: currency.nullable().default(null),
  expected_at: date.nullable().default(null),
  location: optionalText(200),
  notes: optionalText(2000),
  line_items: rows(CreateLineItem, maxOrderLines, 'put the others into another order'),
} satisfies Settable

export const CreateOrder = z.strictObject({ ...fields, status: oneOf(['draft', 'ordered']).default('ordered') })

const readOnlyFields = {
  id: readOnly,
  order_number: readOnly,
  status: readOnly,
  subtotal: readOnly,
  total_quantity_ordered: readOnly,
  total_quantity_received: readOnly,
  created_by: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
  ordered_at: readOnly,
  received_at: readOnly,
  closed_at: readOnly,
  cancelled_at: readOnly,
  cancel_reason: readOnly,
} satisfies Record<(typeof readOnlyOrderFields)[number], z.ZodType>

export const UpdateOrder = z.strictObject({
  supplier: z
    .strictObject({
      name: text(200).optional(),
      email: emailAddress.nullable().optional(),
      phone: text(50).nullable().optional(),
      reference: text(255).nullable().optional(),
    } satisfies Record<keyof Supplier, z.ZodType>)
    .optional(),
  currency: currency.nullable().optional(),
  expected_at: date.nullable().optional(),
  location: text(200).nullable().optional(),
  notes: text(2000).nullable().optional(),
  line_items: optionalList(
    rows(
      oneOrMany((line) => 'id' in line, CreateLineItem, FetchedLineItem),
      maxOrderLines,
      'put the others into another order',
    ),
  ),
  ...readOnlyFields,
} satisfies Settable)

export const CancelOrder = z.strictObject({ cancel_reason: optionalText(500) })

const filters = {
  status: oneOf(orderStatuses).optional(),
  supplier: queryText(200).optional(),
  item_id: anyId.optional(),
  search: queryText(200).optional(),
  overdue: queryBoolean.optional(),
} satisfies Record<keyof OrderFilter, z.ZodType>

export const ListOrders = z.strictObject({ ...pageQuery, ...filters, sort: sortOf(orderSorts).default('-created_at') })
export const OrderList = listOf(OrderSummary)

export function renderOrder(order: DomainOrder) {
  return { body: addTotals(order), revision: order.rev }
}

export function nameLineItem(): NameField {
  return (row, part) => (part === null ? `line_items[${row}]` : `line_items[${row}].${part}`)
}
