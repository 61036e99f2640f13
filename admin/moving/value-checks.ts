import { computeWindows } from '../../functions/domain/companies/allowance'
import { maxQuantity } from '../../functions/domain/stock/movement'
import { byResource, type Row, type RowKey } from '../../functions/store/table/schema'
import { getKind } from './company-rows'

// What DynamoDB would not take, or no company has, in whatever row of a file: found before the first write.

/** How far the clock of an engineer's machine may be behind those of the functions, in milliseconds. */
export const maxAheadMs = 5 * 60_000
/** 400 KB, less what an import adds. */
const maxRowBytes = 409_600 - 1_000
/** DynamoDB's limit of a sort key. Its own 32 levels are more than any row has. */
const maxKeyBytes = 1_024
const maxDepth = 16
/** Of a number, whatever its digits are, by DynamoDB's count. */
const numberBytes = 21
const maxTime = Date.UTC(10_000, 0) - 1
/** Attributes that are epoch milliseconds, or ISO 8601. Those of the second line may be of the future. */
const past = /_at$|^(heartbeat|failing_since|watermark|through)$/
const open = /^(expires_at|expected_at|valid_until|until|next_attempt)$/
const ids = /^[\w-]{1,100}$/
/** Kinds of rows with what requests have sent. The longest text is a note: 2,000 characters of up to two units. */
const isSent = /^(ITEMS|ORDERS)$/
const maxSent = 4_000
const stock = /^(quantity|quantity_ordered|reorder_point)$/

/** The row's kind, the time, and what was found first. */
type Reading = { kind: string; now: number; fault: string | null }

/** In words, what is wrong with a value of the row, or null. `now`: epoch milliseconds. */
export function findValueFault(row: Row & RowKey, now: number): string | null {
  const reading: Reading = { kind: getKind(row), now, fault: null }
  const bytes = read(reading, 'row', row, 0)
  if (reading.fault !== null) return reading.fault
  return bytes > maxRowBytes ? `has ${bytes} bytes, and DynamoDB takes ${maxRowBytes}` : null
}

/** Returns the bytes of a value, or a few more. An element of a list is read under the name of the list. */
function read(reading: Reading, name: string, value: unknown, depth: number): number {
  const fault = findFault(reading, name, value, depth)
  if (fault !== null) reading.fault ??= `has ${JSON.stringify(name.slice(0, 100))}, which ${fault}`
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (value instanceof Uint8Array) return value.length
  if (reading.fault !== null || typeof value !== 'object' || value === null) return numberBytes
  let bytes = 3
  for (const [key, each] of Object.entries(value))
    bytes += Buffer.byteLength(key) + 1 + read(reading, Array.isArray(value) ? name : key, each, depth + 1)
  return bytes
}

function findFault(reading: Reading, name: string, value: unknown, depth: number): string | null {
  if (!isPlain(name)) return 'is no name of an attribute'
  if (depth > maxDepth) return 'is nested too deep'
  if (depth === 1 && name === byResource.partition && reading.kind !== 'LOG') return 'only rows of the log have'
  if (typeof value === 'string') return findTextFault(reading, name, value, depth)
  if (typeof value === 'number') return findNumberFault(reading, name, value)
  return typeof value === 'bigint' || value instanceof Set ? 'is of a type that no row has' : null
}

/** As keys and names are. */
function isPlain(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= maxKeyBytes && text.isWellFormed() && !/\p{Cc}/u.test(text)
}

function findTextFault({ kind }: Reading, name: string, value: string, depth: number): string | null {
  if (!value.isWellFormed()) return 'has half a character'
  if (name === 'id' && !ids.test(value)) return 'is no id'
  const isKey = depth === 1 && (name === 'pk' || name === 'sk')
  if (isKey && !isPlain(value)) return 'is no key'
  if (isSent.test(kind) && value.length > maxSent) return 'is too long'
  const isTime = past.test(name) || open.test(name)
  return isTime && !(/^\d{4}-/.test(value) && !Number.isNaN(Date.parse(value))) ? 'is no time' : null
}

function findNumberFault({ kind, now }: Reading, name: string, value: number): string | null {
  if (!Number.isFinite(value) || (value !== 0 && Math.abs(value) < 1e-130)) return 'DynamoDB cannot hold'
  if (value < 0 && kind !== 'LOG') return `is negative: ${value}`
  if (isSent.test(kind) && stock.test(name) && value > maxQuantity) return `is too large: ${value}`
  const isWindow = kind === 'KEY' && (name === 'minute' || name === 'day')
  const latest = isWindow ? computeWindows(now + maxAheadMs)[name] : findLatest(name, now)
  return value > latest ? `is of the future: ${value}` : null
}

function findLatest(name: string, now: number): number {
  if (name === 'expires_at') return maxTime / 1_000
  if (open.test(name)) return maxTime
  return past.test(name) ? now + maxAheadMs : Number.POSITIVE_INFINITY
}
