import type { RouteId } from '../../functions/routes'
import { ttlAttribute } from '../../functions/store/table/schema'
import { isJob, type JobId, tableFunctionIds } from '../entries'
import type { Functions } from '../functions'
import {
  access,
  change,
  counts,
  meter,
  putItem,
  readCatalogue,
  readLog,
  readOrders,
  registerJob,
  removePerson,
  restored,
  restoreItems,
  seenPerson,
  stamp,
  stranger,
  writeRate,
} from './common-grants'
import { check, type Grant, get, getBatch, makeStatement, put, query, queryLogOf, remove, update } from './grant'
import type { StackTable } from './table'

/** What each function may do to the table, besides the meter. A function without an entry does not compile. */
export const grants: Record<RouteId | JobId, Grant[]> = {
  authorizer: [get('KEY#')],
  'compact-catalogue': [
    ...registerJob,
    get('CATALOGUE#', 'CHUNK#', 'ORDERS#'),
    query('JOBS#', 'ITEMS#', 'ORDERS#', ...counts),
    put('CATALOGUE#', 'CHUNK#', 'LOGBLOCKS#'),
  ],
  'nightly-upkeep': [query('PLAN#')],
  'remove-orphaned-gateway-keys': [get('KEY#', 'KEYID#')],
  'run-restore': [...registerJob, ...restoreItems, update(['ITEMS#', 'RESTORES#', 'COMPANY#'], ...restored)],
  'daily-snapshots': [query('PLAN#')],
  'do-nightly-work': [
    ...registerJob,
    get('COMPANY#', 'SNAPSHOTS#', 'ORDERS#'),
    ...readCatalogue,
    query('ORDERS#', 'PLAN#', ...counts),
    put('CHUNK#', 'SNAPSHOTS#', 'LOG#', 'CATALOGUE#', 'LOGDAYS#', 'LOGBLOCKS#'),
    update(['PLAN#'], 'daily_snapshot', 'upkeep'),
  ],
  'publish-events': [
    get('LOG#', 'ALERTS#'),
    query('WEBHOOKS#'),
    put('WEBHOOKEVENTS#', 'DELIVERIES#', 'ALERTS#'),
    check('COMPANY#'),
    update(['DELIVERIES#'], 'queued_at', 'attempts', 'status'),
    update(['ALERTS#'], 'id', 'latest', 'due_at'),
  ],
  'deliver-webhook': [
    get('WEBHOOKEVENTS#', 'WEBHOOKS#', 'DELIVERIES#'),
    put('DUEDELIVERIES#'),
    update(['DELIVERIES#'], 'attempts', 'status', 'next_attempt'),
    update(
      ['WEBHOOKS#'],
      ...['lease_0', 'lease_1', 'lease_2', 'lease_3', 'lease_4'],
      ...['failures', 'failing_since', 'disabled_reason', 'url'],
      ...stamp,
    ),
  ],
  'queue-due-deliveries': [query('DUEDELIVERIES#'), remove('DUEDELIVERIES#')],
  'send-alerts': [
    get('COMPANY#', 'ALERTS#', 'KEY#'),
    getBatch('ITEMS#'),
    query('COMPANY#', 'LOG#'),
    update(['ALERTS#'], 'id', 'cursor', 'latest', 'due_at', ttlAttribute),
    update(['KEY#'], 'alerts', 'alerted_until', 'alerting_at', 'alerting_by', 'accepted_at', 'suspended_at'),
  ],
  'list-items': readCatalogue,
  'list-locations': readCatalogue,
  'create-item': [get('IDEMPOTENCY#'), putItem],
  'create-items': [
    writeRate,
    get('ITEMS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    query('IDEMPOTENCY#'),
    putItem,
    remove('SKU#'),
  ],
  'get-item': [get('ITEMS#')],
  'update-item': [get('ITEMS#', 'IDEMPOTENCY#'), putItem, remove('SKU#')],
  'delete-item': [get('ITEMS#', 'IDEMPOTENCY#'), putItem, remove('SKU#')],
  'restore-item': [get('ITEMS#', 'IDEMPOTENCY#'), putItem],
  'list-trash': readCatalogue,
  'verify-item': [get('ITEMS#'), query('LOG#'), queryLogOf('ITEM#')],
  'list-transactions': [get('ITEMS#'), ...readLog],
  'create-transactions': [
    writeRate,
    get('ORDERS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    put('ITEMS#', 'ORDERS#', 'RECEIPTS#', ...change),
  ],
  'list-daily-stock': [query(...counts), put('LOGBLOCKS#')],
  'get-transaction': [get('LOG#')],
  'reverse-transaction': [
    get('ITEMS#', 'LOG#', 'IDEMPOTENCY#'),
    put('ITEMS#', ...change),
    update(['LOG#'], 'reversed_by'),
  ],
  'list-orders': readOrders,
  'list-suppliers': readOrders,
  'create-order': [
    get('COMPANY#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    put('ORDERS#', ...change),
    update(['COMPANY#'], 'order_count'),
  ],
  'suggest-orders': [...readCatalogue, ...readOrders, getBatch('ORDERS#')],
  'get-order': [get('ORDERS#')],
  'update-order': [get('ORDERS#', 'IDEMPOTENCY#'), getBatch('ITEMS#', 'SKU#'), put('ORDERS#', ...change)],
  'delete-order': [get('ORDERS#', 'IDEMPOTENCY#'), put(...change), remove('ORDERS#')],
  'place-order': [get('ORDERS#', 'IDEMPOTENCY#'), getBatch('ITEMS#'), put('ORDERS#', ...change)],
  'receive-order': [
    writeRate,
    get('ORDERS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#'),
    put('ORDERS#', 'ITEMS#', 'RECEIPTS#', ...change),
  ],
  'reverse-receipt': [
    writeRate,
    get('ORDERS#', 'RECEIPTS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#'),
    query('LOG#'),
    put('ORDERS#', 'ITEMS#', ...change),
    update(['RECEIPTS#'], 'reversed_at', 'reversed_by'),
  ],
  'cancel-order': [get('ORDERS#', 'IDEMPOTENCY#'), put('ORDERS#', ...change)],
  'close-order': [get('ORDERS#', 'IDEMPOTENCY#'), put('ORDERS#', ...change)],
  'list-receipts': [get('ORDERS#'), query('RECEIPTS#')],
  'list-snapshots': [query('SNAPSHOTS#')],
  'create-snapshot': [
    get('COMPANY#', 'IDEMPOTENCY#'),
    ...readCatalogue,
    put('CHUNK#', 'SNAPSHOTS#', ...change),
    update(['COMPANY#'], 'snapshots'),
  ],
  'get-snapshot': [get('SNAPSHOTS#')],
  'list-snapshot-items': [get('SNAPSHOTS#', 'CHUNK#')],
  'diff-snapshot': [get('SNAPSHOTS#'), ...readCatalogue],
  'delete-snapshot': [get('SNAPSHOTS#', 'IDEMPOTENCY#'), put(...change), remove('SNAPSHOTS#')],
  'restore-snapshot': [
    ...readCatalogue,
    ...restoreItems,
    query('RESTORES#'),
    put('CHUNK#'),
    update(['ITEMS#', 'RESTORES#', 'COMPANY#', 'SNAPSHOTS#'], ...restored, 'last_restored_at'),
    update(['SNAPSHOTS#'], 'status', 'data'),
  ],
  'list-restores': [query('RESTORES#')],
  'get-restore': [get('RESTORES#'), update(['RESTORES#'], 'asked', 'heartbeat')],
  'list-audit': [get('ITEMS#'), ...readLog],
  'list-events': [query('LOG#')],
  'list-webhooks': [query('WEBHOOKS#')],
  'create-webhook': [
    get('IDEMPOTENCY#', 'STACK#'),
    put('STACK#', 'WEBHOOKS#', ...access),
    check('COMPANY#'),
    update(['WEBHOOKS#'], 'n'),
  ],
  'get-webhook': [get('WEBHOOKS#')],
  'update-webhook': [
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    put(...access),
    update(
      ['WEBHOOKS#'],
      ...['url', 'events', 'description', 'disabled_reason', 'failures', 'failing_since'],
      ...stamp,
    ),
  ],
  'delete-webhook': [get('WEBHOOKS#', 'IDEMPOTENCY#'), put(...access), remove('WEBHOOKS#'), update(['WEBHOOKS#'], 'n')],
  'rotate-webhook-secret': [
    get('WEBHOOKS#', 'IDEMPOTENCY#', 'STACK#'),
    put('STACK#', ...access),
    update(['WEBHOOKS#'], 'secret', 'previous_secret', ...stamp),
  ],
  'test-webhook': [
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    put('DELIVERIES#', 'DUEDELIVERIES#', 'IDEMPOTENCY#', 'WEBHOOKEVENTS#'),
  ],
  'list-deliveries': [get('WEBHOOKS#'), query('DELIVERIES#')],
  redeliver: [
    get('WEBHOOKS#', 'DELIVERIES#', 'IDEMPOTENCY#', 'WEBHOOKEVENTS#'),
    put('DELIVERIES#', 'DUEDELIVERIES#', 'IDEMPOTENCY#', 'WEBHOOKEVENTS#'),
  ],
  'get-account': [...readCatalogue, ...readOrders, get('COMPANY#', 'KEY#')],
  'list-invitations': [stranger, get('COMPANY#', 'KEY#'), query('EMAIL#')],
  'link-account': [
    stranger,
    get('COMPANY#', 'KEY#'),
    query('EMAIL#'),
    put('KEY#', 'ACCESS#'),
    check('COMPANY#'),
    remove('KEY#'),
    update(['COMPANY#', 'KEYID#'], 'hash', 'owners', 'plan', 'suspended_at'),
  ],
  'get-usage': [getBatch('KEY#'), query('USAGE#')],
  'list-keys': [get('COMPANY#', 'KEY#'), query('COMPANY#')],
  'create-key': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#', 'STACK#'),
    query('COMPANY#'),
    put('STACK#', 'COMPANY#', 'KEY#', 'KEYID#', ...access),
    check('COMPANY#'),
  ],
  'update-key': [get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'), put(...access), update(['KEY#'], 'name')],
  'revoke-key': [get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'), put(...access), update(['KEY#'], 'revoked_at')],
  'list-people': [get('COMPANY#', 'KEY#'), query('COMPANY#')],
  'invite-person': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    query('ACCESS#', 'COMPANY#', 'EMAIL#'),
    put('COMPANY#', 'EMAIL#', 'KEY#', 'KEYID#', ...access),
    check('COMPANY#'),
    ...removePerson,
  ],
  'update-person': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    put(...access),
    update(['COMPANY#', 'KEY#'], 'owners', 'alerts', ...seenPerson),
  ],
  'sign-out-person': [get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'), put(...access), update(['KEY#'], 'signed_out_at')],
  'remove-person': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    query('COMPANY#', 'EMAIL#'),
    put(...access),
    ...removePerson,
    update(['KEY#'], 'user_name'),
  ],
  'list-access-log': [query('ACCESS#')],
  'not-found': [],
}

/**
 * Gives each function its rights to the table, and the table's name. DynamoDB authorizes each write of a database
 * transaction as the action that it is.
 */
export function giveTable(functions: Functions, table: StackTable): void {
  for (const id of tableFunctionIds) {
    const own = isJob(id) ? grants[id] : [...meter, ...grants[id]]
    const statements = own.map((grant) => makeStatement(grant, table))
    functions.give([id], { statements, environment: { TABLE_NAME: table.tableName } })
  }
}
