/** A generated request: what is sent is made of it when it is known what exists. */
export type Draft = {
  operation: string
  /** Which key: `full`, `reader`, `writer` and `sender` of the company that sends it, or one of the world. */
  key: string
  id: string
  /** The second id of the path: of a delivery. */
  innerId: string
  query: [name: string, value: string][]
  /** Sent unchanged, behind the others. */
  rawQuery: string
  headers: { [name: string]: string }
  body: Body
  /** Sent again after the answer, as after a lost one. */
  twice: boolean
}

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  /** `latin1` is for bytes that are not UTF-8. */
  | { kind: 'text'; text: string; encoding: 'utf8' | 'latin1' }
  /** Deep or huge: each part as often as it says. */
  | { kind: 'repeated'; parts: [part: string, times: number][] }

/** `value` is for a `json` body, with its references replaced. */
export function writeBody(body: Body, value: unknown): Buffer {
  if (body.kind === 'none') return Buffer.alloc(0)
  if (body.kind === 'json') return Buffer.from(JSON.stringify(value))
  if (body.kind === 'text') return Buffer.from(body.text, body.encoding)
  return Buffer.from(body.parts.map(([part, times]) => part.repeat(times)).join(''))
}

// Rules between the fields of a request, which the schemas do not say. A body that keeps them can succeed.

type Fields = { [field: string]: unknown }

const fitters: { [operation: string]: (body: Fields) => Fields } = {
  'create-transactions': (body) => fitEach(body, 'transactions', fitMovement, () => fitMovement(body)),
  'create-order': (body) => fitEach(body, 'line_items', fitLine),
  'update-order': (body) => fitEach(body, 'line_items', fitLine),
  'receive-order': (body) => fitEach(body, 'lines', fitReceivedLine),
}

/** The body, changed so that the operation may succeed with it. What is no object stays what it is. */
export function fitBody(operation: string, body: unknown): unknown {
  return isFields(body) ? (fitters[operation]?.(body) ?? body) : body
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fitEach(body: Fields, field: string, fitRow: (row: Fields) => Fields, otherwise = () => body): Fields {
  const { [field]: rows } = body
  if (!Array.isArray(rows)) return otherwise()
  return { ...body, [field]: rows.map((row: unknown) => (isFields(row) ? fitRow(row) : row)) }
}

/** A movement names one item, or a line of an order. */
function fitMovement({ item_id, sku, order_id, line_item_id, ...rest }: Fields): Fields {
  const ofOrder = rest.type === 'receive' && (order_id || line_item_id)
  if (ofOrder) return { ...rest, order_id: order_id || '@open#0', line_item_id: '@line#0' }
  return { ...rest, ...nameItem({ item_id, sku }) }
}

function fitLine({ item_id, sku, ...rest }: Fields): Fields {
  if ('id' in rest) return { ...rest, item_id }
  return { ...rest, ...nameItem({ item_id, sku }) }
}

function nameItem({ item_id, sku }: Fields): Fields {
  if (item_id) return { item_id }
  return sku ? { sku } : { item_id: '@item#0' }
}

function fitReceivedLine(row: Fields): Fields {
  return row.quantity_accepted || row.quantity_rejected ? row : { ...row, quantity_accepted: 1 }
}

const receiveOne = { lines: [{ line_item_id: '@line#0', quantity_accepted: 1 }] }
const variants: { [operation: string]: object[] } = {
  'create-order': [{}, { status: 'draft' }],
  'receive-order': [{}, receiveOne, receiveOne],
  'create-transactions': [{}, {}, { dry_run: true }],
  'restore-snapshot': [{}, {}, { dry_run: true }],
  'update-webhook': [{}, { status: 'active' }, { status: 'active' }],
}

/** What may be added to a plain body, so that the operation does something else. */
export function listVariants(operation: string): object[] {
  return variants[operation] ?? [{}]
}
