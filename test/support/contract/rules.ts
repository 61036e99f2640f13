import { noon } from '../table'
import { isAddress, isDeafUrl } from './addresses'
import type { Read } from './reading'

type Fields = { [field: string]: unknown }

/**
 * A rule that JSON Schema cannot say, with its reason above it. By it, the service may refuse what the document allows.
 * `operations`: null for all. `field`: that the refusal names, without positions, such as `lines[].quantity_accepted`.
 * `canBreak`: whether the value, or what stands beside it, can break the rule. `around` is the object that holds the
 * field. The request says for whom it is sent, and for what.
 */
type Rule = [
  operations: string[] | null,
  field: RegExp,
  canBreak: (value: unknown, around: Fields, request: Read, field: string) => boolean,
]

/** The clock of the service goes on by a day now and then, never by a year. */
const yearMs = 366 * 86_400_000
const itemWrites = ['create-item', 'update-item', 'restore-item', 'create-items']
const [orderWrites, moves] = [['create-order', 'update-order'], ['create-transactions']]
const isGiven = (value: unknown) => value !== undefined && value !== null
const isToCome = (value: unknown) => Date.parse(String(value)) > noon

const rules: Rule[] = [
  // Read-only fields may be sent back, as they are stored. The document says nothing of their values.
  [
    null,
    /./,
    (value, _, { operation }, field) =>
      value !== undefined && operation.readOnly.some((path) => path.endsWith(`.${field}`)),
  ],
  // Texts are trimmed and normalised first; they need a visible character, and none of control or lost.
  [null, /./, (value) => typeof value === 'string' && isStrange(value)],
  // Codes that look the same are the same: no invisible characters in them.
  [itemWrites, /^(sku|barcode)$/, (value) => typeof value === 'string' && invisible.test(value)],
  // No leap seconds, no space for the T, and four digits for the year, also when converted to UTC.
  [null, /(since|until|occurred_at|expires_at)$/, (value) => isOddTime(String(value))],
  // What will happen has not happened.
  [moves, /occurred_at$/, isToCome],
  // Nobody can promise what will happen.
  [['list-access-log', 'list-audit', 'list-transactions'], /^until$/, isToCome],
  // A cursor is one that the service gave out, and it says where to begin, as a time does: one of both.
  [['list-events'], /^(after|since)$/, (_, { after }) => after !== undefined],
  // The codes of ISO 4217 change; the document says only what they look like.
  [orderWrites, /^currency$/, (value) => !Intl.supportedValuesOf('currency').includes(String(value))],
  // The names of the IANA database change, too.
  [['update-account'], /^time_zone$/, (value) => !Intl.supportedValuesOf('timeZone').includes(String(value))],
  // An item is named by its id or by its SKU; null is as good as no name.
  [[...orderWrites, ...moves], /(^|\.)(item_id|sku)$/, (_, { item_id, sku }) => isGiven(item_id) === isGiven(sku)],
  // A row with `upsert` needs a name where it makes an item.
  [['create-items'], /^name$/, (value, { upsert }) => value === undefined && upsert === true],
  // A line with an id is one of the order, once, and of the item that it had.
  [['update-order'], /^line_items\[\]\.(id|sku)$/, (_, { id }) => id !== undefined],
  // What receives a line of an order names both, one order a request, and nothing else names one.
  [moves, /(^|\.)(order_id|line_item_id)$/, (_, around) => isGiven(around.order_id) || isGiven(around.line_item_id)],
  // The item of a received line is that of the line.
  [moves, /(^|\.)(item_id|sku)$/, (_, { order_id }) => isGiven(order_id)],
  // The stock of an item has a maximum.
  [moves, /(^|\.)quantity$/, (value, { type }) => Number(value) > 0 && type !== 'issue' && type !== 'count'],
  // The stock of an item has a maximum: only what took from it can fill it again.
  [['reverse-transaction'], /^quantity$/, (_, __, request) => isOf(request, 'taking', request.path.id)],
  // The stock of an item has a maximum; without lines in the request, the refusal names no field.
  [['receive-order'], /^$/, (body) => !isGiven((body as Fields | undefined)?.lines)],
  // The stock of an item has a maximum; a line that is named is received: accepted, rejected, or both.
  [
    ['receive-order'],
    /^lines\[\]\.quantity_accepted$/,
    (value, { quantity_rejected }) => Number(value) > 0 || (!value && !quantity_rejected),
  ],
  // A line is one of the order.
  [
    ['receive-order'],
    /^lines\[\]\.line_item_id$/,
    (value, _, { customer, path }) => !customer.listParts(path.id ?? '').includes(String(value).trim()),
  ],
  // An item that is chosen is in the snapshot or in the inventory.
  [['restore-snapshot'], /^item_ids\[\]$/, (value, _, request) => !isOf(request, 'item', value)],
  // Where webhooks may lead depends on where the service runs and on what a name resolves to, beside a form.
  [['create-webhook', 'update-webhook'], /^url$/, (value) => !isDeafUrl(String(value))],
  // Whether a text is an address is more than a form, and an address belongs to one person.
  [['invite-person'], /^email$/, (value, _, request) => !isAddress(value) || isOf(request, 'address', value)],
  // Only the provider of sign-in can make one.
  [['link-account', 'list-invitations'], /^id_token$/, (value, _, request) => !isOf(request, 'idtoken', value)],
  // A key that has expired is of no use.
  [['create-key'], /^expires_at$/, (value) => Date.parse(String(value)) < noon + yearMs],
]

/** Whether a rule may be why the service refuses a field of a request that the document allows. */
export function isExcused(request: Read, field: string): boolean {
  const { value, around } = find(request, field)
  const name = field.replace(/\[\d+\]/g, '[]')
  const isFor = (operations: string[] | null) => operations?.includes(request.operation.id) ?? true
  return rules.some(
    ([operations, field, canBreak]) => isFor(operations) && field.test(name) && canBreak(value, around, request, name),
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

/** Whether the company has it. The service trims texts. */
function isOf({ customer }: Read, kind: string, value: unknown): boolean {
  return typeof value === 'string' && customer.list(kind).includes(value.trim())
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u

/** Empty when trimmed, longer when normalised, or with characters that are refused everywhere. */
function isStrange(text: string): boolean {
  const trimmed = text.trim()
  const isEmpty = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u.test(trimmed)
  const isLost = /[\p{Cc}\ufffd]/u.test(trimmed) || !text.isWellFormed()
  return isEmpty || isLost || [...trimmed.normalize('NFC')].length > [...trimmed].length
}

function isOddTime(time: string): boolean {
  const at = Date.parse(time.toUpperCase())
  return /:60|\s/.test(time) || Number.isNaN(at) || !/^\d{4}-/.test(new Date(at).toISOString())
}
