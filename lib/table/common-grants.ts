import { ttlAttribute } from '../../functions/store/table/schema'
import { check, get, put, query, queryLogOf, remove, update } from './grant'

// What several functions may do to the table.

/** What the meter's update of a key or person names. */
const counted = [
  ...['minute', 'minute_count', 'minute_limit', 'day', 'day_count', 'day_limit', 'day_refused', 'last_used_at'],
  ...['counted_by', 'revoked_at', 'suspended_at', 'valid_until', 'signed_out_at'],
]
/** Of every route: counts the request, and keeps the counts of a day that is over. Each is a call of its own. */
export const meter = [
  update(['KEY#'], ...counted),
  update(['USAGE#'], 'requests', 'refused', 'hash', 'added_by', ttlAttribute),
]
/** Requests of many rows keep the write rate of their company's log. */
export const writeRate = update(['PACE#'], 'busy_until', ttlAttribute)
/** Counts a request of somebody whom no company needs to know. */
export const stranger = update(['STRANGER#'], 'requests', 'counted_by', ttlAttribute)

/** What a list of items or orders reads: the base, the log since, or the rows. */
export const readCatalogue = [get('CATALOGUE#', 'CHUNK#'), query('ITEMS#', 'LOG#')]
export const readOrders = [get('CATALOGUE#', 'CHUNK#', 'ORDERS#'), query('ORDERS#', 'LOG#')]

/** What a list of the log reads, and counting what is not counted yet. */
export const counts = ['LOG#', 'LOGDAYS#', 'LOGBLOCKS#'] as const
export const readLog = [query(...counts), queryLogOf('ITEM#', 'ORDER#', 'SNAPSHOT#'), put('LOGBLOCKS#')]

/** What keys and people have of their company, and the check of it names. */
export const terms = ['plan', 'time_zone'] as const

/** What each change of the inventory puts: its log rows and its answer. */
export const change = ['LOG#', 'IDEMPOTENCY#'] as const
export const putItem = put('ITEMS#', 'SKU#', ...change)
/** What each change of who may do what puts. */
export const access = ['ACCESS#', 'IDEMPOTENCY#'] as const
/** Registering the work of a job for a company. */
export const registerJob = [put('JOBS#'), check('COMPANY#'), remove('JOBS#')]
/** What is updated of items, of restores, and of the quota of the company. */
export const restored = ['restored', 'rev', 'heartbeat', 'restore_id', 'restores'] as const
export const restoreItems = [
  get('CHUNK#', 'COMPANY#', 'ITEMS#', 'RESTORES#', 'SNAPSHOTS#', 'IDEMPOTENCY#'),
  queryLogOf('ITEM#'),
  put('ITEMS#', 'RESTORES#', 'SKU#', 'SNAPSHOTS#', ...change),
  remove('SKU#'),
]
/** What each change of a webhook sets, and has a condition on. */
export const stamp = ['rev', 'status', 'updated_at', 'updated_by'] as const
/** What the condition of a change of a person names. */
export const seenPerson = ['role', 'name', 'accepted_at', 'revoked_at'] as const
/** Both halves of a removal: the person is revoked, and the rows of the person go. */
export const removePerson = [
  update(['COMPANY#', 'KEY#'], 'owners', 'valid_until', ...seenPerson),
  remove('COMPANY#', 'EMAIL#', 'KEY#', 'KEYID#'),
]
