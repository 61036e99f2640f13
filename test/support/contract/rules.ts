import { noon } from '../table'
import { isAddress, isDeafUrl } from './addresses'
import type { Read } from './reading'

type Fields = { [field: string]: unknown }

/** A rule that JSON Schema cannot say. By it, the service may refuse what the document allows. */
type Rule = {
  /** Null for all. */
  operations: string[] | null
  /** The field that the refusal names, without positions: `lines[].quantity_accepted`. */
  field: RegExp
  reason: string
  /**
   * Whether the value, or what stands beside it, can break the rule. `around` is the object that holds the field. The
   * request says for whom it is sent, and for what.
   */
  canBreak: (value: unknown, around: Fields, request: Read) => boolean
}

const readOnly = 'read-only fields may be sent back, as they are stored'
const fullStock = 'the stock of an item has a maximum'
/** The clock of the service goes on by a day now and then, never by a year. */
const yearMs = 366 * 86_400_000
const isGiven = (value: unknown) => value !== undefined && value !== null
const itemWrites = ['create-item', 'update-item', 'restore-item', 'create-items']

const letReadOnly = (operations: string[], field: RegExp): Rule => {
  return { operations, field, reason: readOnly, canBreak: (value) => value !== undefined }
}

const rules: Rule[] = [
  {
    operations: null,
    field: /./,
    reason: 'texts are trimmed and normalised first; they need a visible character, and none of control or lost',
    canBreak: (value) => typeof value === 'string' && isStrange(value),
  },
  {
    operations: itemWrites,
    field: /^(sku|barcode)$/,
    reason: 'codes that look the same are the same: no invisible characters in them',
    canBreak: (value) => typeof value === 'string' && /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(value),
  },
  {
    operations: null,
    field: /(since|until|occurred_at|expires_at)$/,
    reason: 'no leap seconds, no space for the T, and four digits for the year, also when converted to UTC',
    canBreak: (value) => /:60|\s/.test(String(value)) || !isOfFourDigits(String(value)),
  },
  {
    operations: ['create-transactions'],
    field: /occurred_at$/,
    reason: 'what will happen has not happened',
    canBreak: (value) => Date.parse(String(value)) > noon,
  },
  {
    operations: ['list-audit', 'list-transactions'],
    field: /^until$/,
    reason: 'nobody can promise what will happen',
    canBreak: (value) => Date.parse(String(value)) > noon,
  },
  {
    operations: ['list-events'],
    field: /^(after|since)$/,
    reason: 'a cursor is one that the service gave out, and it says where to begin, as a time does: one of both',
    canBreak: (_, { after }) => after !== undefined,
  },
  {
    operations: ['create-order', 'update-order'],
    field: /^currency$/,
    reason: 'the codes of ISO 4217 change; the document says only what they look like',
    canBreak: (value) => !Intl.supportedValuesOf('currency').includes(String(value)),
  },
  {
    operations: ['create-order', 'update-order', 'create-transactions'],
    field: /(^|\.)(item_id|sku)$/,
    reason: 'an item is named by its id or by its SKU; null is as good as no name',
    canBreak: (_, { item_id, sku }) => isGiven(item_id) === isGiven(sku),
  },
  letReadOnly(['update-item', 'create-items'], /^(id|created_at|updated_at)$/),
  {
    operations: ['create-items'],
    field: /^name$/,
    reason: 'a row with `upsert` needs a name where it makes an item',
    canBreak: (value, { upsert }) => value === undefined && upsert === true,
  },
  letReadOnly(
    ['update-order'],
    /^(id|order_number|status|subtotal|total_quantity_(ordered|received)|created_by|cancel_reason|\w+ed_at)$/,
  ),
  {
    operations: ['update-order'],
    field: /^line_items\[\]\.(id|sku|name|quantity_(received|rejected|cancelled|outstanding)|line_total)$/,
    reason: `a line with an id is one of the order, once; ${readOnly}`,
    canBreak: (_, { id }) => id !== undefined,
  },
  {
    operations: ['create-transactions'],
    field: /(^|\.)(order_id|line_item_id)$/,
    reason: 'what receives a line of an order names both, one order a request, and nothing else names one',
    canBreak: (_, { order_id, line_item_id }) => isGiven(order_id) || isGiven(line_item_id),
  },
  {
    operations: ['create-transactions'],
    field: /(^|\.)(item_id|sku)$/,
    reason: 'the item of a received line is that of the line',
    canBreak: (_, { order_id }) => isGiven(order_id),
  },
  {
    operations: ['create-transactions'],
    field: /(^|\.)quantity$/,
    reason: fullStock,
    canBreak: (value, { type }) => Number(value) > 0 && type !== 'issue' && type !== 'count',
  },
  {
    operations: ['reverse-transaction'],
    field: /^quantity$/,
    reason: `${fullStock}: only what took from it can fill it again`,
    canBreak: (_value, _around, { customer, path }) => customer.list('taking').includes(path.id ?? ''),
  },
  {
    operations: ['receive-order'],
    field: /^$/,
    reason: `${fullStock}; without lines in the request, the refusal names no field`,
    canBreak: (body) => !isGiven((body as Fields | undefined)?.lines),
  },
  {
    operations: ['receive-order'],
    field: /^lines\[\]\.quantity_accepted$/,
    reason: `${fullStock}; a line that is named is received: accepted, rejected, or both`,
    canBreak: (value, { quantity_rejected }) => Number(value) > 0 || (!value && !quantity_rejected),
  },
  {
    operations: ['receive-order'],
    field: /^lines\[\]\.line_item_id$/,
    reason: 'a line is one of the order',
    canBreak: (value, _, { customer, path }) => !names(value, customer.listLines(path.id ?? '')),
  },
  {
    operations: ['restore-snapshot'],
    field: /^item_ids\[\]$/,
    reason: 'an item that is chosen is in the snapshot or in the inventory',
    canBreak: (value, _, { customer }) => !names(value, customer.list('item')),
  },
  {
    operations: ['create-webhook', 'update-webhook'],
    field: /^url$/,
    reason: 'where webhooks may lead depends on where the service runs and on what a name resolves to, beside a form',
    canBreak: (value) => !isDeafUrl(String(value)),
  },
  {
    operations: ['invite-person'],
    field: /^email$/,
    reason: 'whether a text is an address is more than a form, and an address belongs to one person',
    canBreak: (value, _, { customer }) => !isAddress(value) || names(value, customer.list('address')),
  },
  {
    operations: ['link-account'],
    field: /^id_token$/,
    reason: 'only the provider of sign-in can make one',
    canBreak: (value, _, { customer }) => !names(value, customer.list('idtoken')),
  },
  {
    operations: ['create-key'],
    field: /^expires_at$/,
    reason: 'a key that has expired is of no use',
    canBreak: (value) => Date.parse(String(value)) < noon + yearMs,
  },
  letReadOnly(['update-key', 'update-person'], /^(id|prefix|last4|scopes|user_id|email|status|invited_until|\w+_at)$/),
  letReadOnly(['update-webhook'], /^(id|disabled_reason|(created|updated)_(at|by))$/),
]

/** Whether a rule may be why the service refuses a field of a request that the document allows. */
export function isExcused(request: Read, field: string): boolean {
  const { value, around } = find(request, field)
  const name = field.replace(/\[\d+\]/g, '[]')
  return rules.some(
    (rule) =>
      (rule.operations === null || rule.operations.includes(request.operation.id)) &&
      rule.field.test(name) &&
      rule.canBreak(value, around, request),
  )
}

/** The value of a field that a refusal names, and the object that holds it. */
function find({ query, headers, body }: Read, field: string): { value: unknown; around: Fields } {
  const header = headers[field.toLowerCase()]
  if (header !== undefined) return { value: header, around: headers }
  if (query[field]) return { value: query[field][0], around: query }
  const steps = field.split(/[.[\]]+/).filter((step) => step !== '')
  let value = 'value' in body ? body.value : undefined
  let around: Fields = {}
  for (const step of steps) {
    around = (value ?? {}) as Fields
    value = Object.hasOwn(around, step) ? around[step] : undefined
  }
  return { value, around }
}

/** Whether a text, which the service trims, is among those that the company has. */
function names(value: unknown, known: string[]): boolean {
  return typeof value === 'string' && known.includes(value.trim())
}

/** Empty when trimmed, longer when normalised, or with characters that are refused everywhere. */
function isStrange(text: string): boolean {
  const trimmed = text.trim()
  const normal = trimmed.normalize('NFC')
  return (
    /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u.test(trimmed) ||
    /[\p{Cc}\ufffd]/u.test(trimmed) ||
    !text.isWellFormed() ||
    [...normal].length > [...trimmed].length
  )
}

function isOfFourDigits(time: string): boolean {
  const at = Date.parse(time.toUpperCase())
  return !Number.isNaN(at) && /^\d{4}-/.test(new Date(at).toISOString())
}
