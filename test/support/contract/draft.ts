import type { Operation } from './document'

/** A generated request: what is sent is made of it when it is known what exists. */
export type Draft = {
  operation: Operation
  /** Which key: `full`, `reader`, `writer` and `sender` of the company that sends it, or one of the world. */
  key: string
  /** Those of the path, in their order. */
  ids: string[]
  query: [name: string, value: string][]
  /** Sent unchanged, behind the others. */
  rawQuery: string
  headers: { [name: string]: string }
  /** `latin1` is for bytes that are not UTF-8. */
  body: { value: unknown } | { text: string; encoding?: 'utf8' | 'latin1' } | null
  /** Sent again after the answer, as after a lost one. */
  twice: boolean
}

// Rules between the fields of a request, which the schemas do not say. A body that keeps them can succeed.

type Fields = { [field: string]: unknown }

/** By the operation: the field with its rows, and what becomes of a row. */
const rowsOf: { [operation: string]: [field: string, change: (row: Fields) => Fields] } = {
  'create-transactions': ['transactions', nameItem],
  'create-order': ['line_items', nameItem],
  'update-order': ['line_items', nameItem],
  'receive-order': ['lines', fitReceived],
}

/** The body, changed so that the operation may succeed with it. What is no object stays what it is. */
export function fitBody(operation: string, body: unknown): unknown {
  const [field, change] = rowsOf[operation] ?? []
  if (!change || field === undefined || !isFields(body)) return body
  const { [field]: rows } = body
  if (Array.isArray(rows)) return { ...body, [field]: rows.map((row: unknown) => (isFields(row) ? change(row) : row)) }
  return operation === 'create-transactions' ? change(body) : body
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A row names one item, or a line of an order. */
function nameItem({ item_id, sku, order_id, line_item_id, ...rest }: Fields): Fields {
  if (rest.type === 'receive' && (order_id || line_item_id))
    return { ...rest, order_id: order_id || '@open#0', line_item_id: '@line#0' }
  if ('id' in rest || item_id) return { ...rest, item_id }
  return { ...rest, ...(sku ? { sku } : { item_id: '@item#0' }) }
}

/** Something is accepted, rejected, or both. */
function fitReceived(row: Fields): Fields {
  return row.quantity_accepted || row.quantity_rejected ? row : { ...row, quantity_accepted: 1 }
}

const receiveOne = { lines: [{ line_item_id: '@line#0', quantity_accepted: 1 }] }

/** By the operation: what may be added to a plain body, so that the operation does something else. */
export const variants: { [operation: string]: object[] } = {
  'create-item': [{}, { quantity: 90 }],
  'create-order': [{}, { status: 'draft' }],
  'receive-order': [{}, receiveOne, receiveOne],
  'create-transactions': [{}, {}, { dry_run: true }],
  'restore-snapshot': [{}, {}, { dry_run: true }],
  'update-webhook': [{}, { status: 'active' }, { status: 'active' }],
}
