import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { RouteId } from '../../functions/routes'
import { byResource, type RowKind } from '../../functions/store/table/schema'
import { isJob, type JobId, tableFunctionIds } from '../entries'
import type { Functions } from '../functions'
import type { StackTable } from './table'

type Action = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem' | 'Query'
/** Of the table; and of its index, by resource. */
type Kind = `${RowKind | 'ITEM' | 'ORDER' | 'SNAPSHOT'}#`

/** A row is of a kind if its partition key, in the table or the index, begins with it. */
type Grant = { actions: Action[]; kinds: Kind[]; index?: string }

const grant = (actions: Action[], ...kinds: Kind[]): Grant => ({ actions, kinds })

/** Of every route: counts the request, and keeps the counts of a day that is over. */
const meter = grant(['UpdateItem'], 'KEY#', 'USAGE#')
/** Requests of many rows keep the write rate of their company's log. */
const writeRate = grant(['UpdateItem'], 'PACE#')
/** Counts a request of somebody whom no company needs to know. */
const stranger = grant(['UpdateItem'], 'STRANGER#')
const get = (...kinds: Kind[]) => grant(['GetItem'], ...kinds)
const getBatch = (...kinds: Kind[]) => grant(['BatchGetItem'], ...kinds)
const put = (...kinds: Kind[]) => grant(['PutItem'], ...kinds)
const query = (...kinds: Kind[]) => grant(['Query'], ...kinds)
const queryLogOf = (...kinds: Kind[]): Grant => ({ actions: ['Query'], kinds, index: byResource.name })

/** What a list of items or orders reads: the base, the log since, or the rows. */
const readCatalogue = [get('CATALOGUE#', 'CHUNK#'), query('ITEMS#', 'LOG#')]
const readOrders = [get('CATALOGUE#', 'CHUNK#', 'ORDERS#'), query('ORDERS#', 'LOG#')]

/** What a list of the log reads, and counting what is not counted yet. */
const counts = ['LOG#', 'LOGDAYS#', 'LOGBLOCKS#'] as const
const readLog: Grant[] = [query(...counts), queryLogOf('ITEM#', 'ORDER#', 'SNAPSHOT#'), put('LOGBLOCKS#')]

/** One statement for all kinds of rows of a change, its log rows and its answer: see docs/decisions/0001. */
const change = (actions: Action[], ...kinds: Kind[]) => grant(actions, ...kinds, 'LOG#', 'IDEMPOTENCY#')
const changeItem = (...actions: Action[]) => change(actions, 'ITEMS#', 'SKU#')
/** Registering the work of a job for a company. */
const registerJob = grant(['PutItem', 'ConditionCheckItem', 'DeleteItem'], 'COMPANY#')
/** Reading all items at one moment, and writing their copy. */
const copyItems = [...readCatalogue, put('CHUNK#')]
const restoreItems = [
  get('CHUNK#', 'COMPANY#', 'ITEMS#', 'RESTORES#', 'SNAPSHOTS#', 'IDEMPOTENCY#'),
  queryLogOf('ITEM#'),
  change(['PutItem', 'UpdateItem', 'DeleteItem'], 'COMPANY#', 'ITEMS#', 'RESTORES#', 'SKU#', 'SNAPSHOTS#'),
]
/** What a change of a webhook writes. */
const changedWebhook = ['WEBHOOKS#', 'IDEMPOTENCY#'] as const
const changeOrder = (...actions: Action[]) => change(actions, 'ORDERS#')

/** What each function may do to the table, besides the meter. A function without an entry does not compile. */
export const grants: Record<RouteId | JobId, Grant[]> = {
  authorizer: [get('KEY#')],
  'compact-catalogue': [
    registerJob,
    get('CATALOGUE#', 'CHUNK#', 'ORDERS#'),
    query('COMPANY#', 'ITEMS#', 'ORDERS#', ...counts),
    put('CATALOGUE#', 'CHUNK#', 'LOGBLOCKS#'),
  ],
  'nightly-upkeep': [query('PLAN#')],
  'remove-orphaned-gateway-keys': [get('KEY#', 'KEYID#')],
  'run-restore': [registerJob, ...restoreItems],
  'daily-snapshots': [query('PLAN#')],
  'do-nightly-work': [
    registerJob,
    get('COMPANY#', 'SNAPSHOTS#', 'ORDERS#'),
    ...copyItems,
    put('SNAPSHOTS#', 'LOG#'),
    query('COMPANY#', 'ORDERS#', 'PLAN#', ...counts),
    put('CATALOGUE#', 'LOGDAYS#', 'LOGBLOCKS#'),
    grant(['UpdateItem'], 'PLAN#'),
  ],
  'publish-events': [
    get('LOG#'),
    query('WEBHOOKS#'),
    put('WEBHOOKEVENTS#'),
    grant(['PutItem', 'UpdateItem'], 'DELIVERIES#'),
    grant(['GetItem', 'PutItem', 'UpdateItem'], 'ALERTS#'),
    grant(['ConditionCheckItem'], 'COMPANY#'),
  ],
  'deliver-webhook': [
    get('WEBHOOKEVENTS#'),
    grant(['GetItem', 'UpdateItem'], 'WEBHOOKS#', 'DELIVERIES#'),
    put('DUEDELIVERIES#'),
  ],
  'queue-due-deliveries': [query('DUEDELIVERIES#'), grant(['DeleteItem'], 'DUEDELIVERIES#')],
  'send-alerts': [
    get('COMPANY#'),
    getBatch('ITEMS#'),
    query('COMPANY#', 'LOG#'),
    grant(['GetItem', 'UpdateItem'], 'ALERTS#', 'KEY#'),
  ],
  'list-items': [...readCatalogue],
  'create-item': [get('IDEMPOTENCY#'), changeItem('PutItem')],
  'create-items': [
    writeRate,
    get('ITEMS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    query('IDEMPOTENCY#'),
    changeItem('PutItem', 'DeleteItem'),
  ],
  'get-item': [get('ITEMS#')],
  'update-item': [get('ITEMS#', 'IDEMPOTENCY#'), changeItem('PutItem', 'DeleteItem')],
  'delete-item': [get('ITEMS#', 'IDEMPOTENCY#'), changeItem('PutItem', 'DeleteItem')],
  'restore-item': [get('ITEMS#', 'IDEMPOTENCY#'), changeItem('PutItem')],
  'list-trash': [...readCatalogue],
  'verify-item': [get('ITEMS#'), query('LOG#'), queryLogOf('ITEM#')],
  'list-transactions': [get('ITEMS#'), ...readLog],
  'create-transactions': [
    writeRate,
    get('ORDERS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    change(['PutItem'], 'ITEMS#', 'ORDERS#', 'RECEIPTS#'),
  ],
  'list-daily-stock': [query(...counts), put('LOGBLOCKS#')],
  'get-transaction': [get('LOG#')],
  'reverse-transaction': [get('ITEMS#', 'LOG#', 'IDEMPOTENCY#'), change(['PutItem', 'UpdateItem'], 'ITEMS#')],
  'list-orders': [...readOrders],
  'create-order': [
    get('COMPANY#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    change(['PutItem', 'UpdateItem'], 'ORDERS#', 'COMPANY#'),
  ],
  'suggest-orders': [...readCatalogue, ...readOrders, getBatch('ORDERS#')],
  'get-order': [get('ORDERS#')],
  'update-order': [get('ORDERS#', 'IDEMPOTENCY#'), getBatch('ITEMS#', 'SKU#'), changeOrder('PutItem')],
  'delete-order': [get('ORDERS#', 'IDEMPOTENCY#'), changeOrder('PutItem', 'DeleteItem')],
  'place-order': [get('ORDERS#', 'IDEMPOTENCY#'), getBatch('ITEMS#'), changeOrder('PutItem')],
  'receive-order': [
    writeRate,
    get('ORDERS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#'),
    change(['PutItem'], 'ORDERS#', 'ITEMS#', 'RECEIPTS#'),
  ],
  'cancel-order': [get('ORDERS#', 'IDEMPOTENCY#'), changeOrder('PutItem')],
  'close-order': [get('ORDERS#', 'IDEMPOTENCY#'), changeOrder('PutItem')],
  'list-receipts': [get('ORDERS#'), query('RECEIPTS#')],
  'list-snapshots': [query('SNAPSHOTS#')],
  'create-snapshot': [
    get('COMPANY#', 'IDEMPOTENCY#'),
    ...copyItems,
    change(['PutItem', 'UpdateItem'], 'COMPANY#', 'SNAPSHOTS#'),
  ],
  'get-snapshot': [get('SNAPSHOTS#')],
  'list-snapshot-items': [get('SNAPSHOTS#', 'CHUNK#')],
  'diff-snapshot': [get('SNAPSHOTS#'), ...readCatalogue],
  'delete-snapshot': [get('SNAPSHOTS#', 'IDEMPOTENCY#'), change(['PutItem', 'DeleteItem'], 'SNAPSHOTS#')],
  'restore-snapshot': [...copyItems, ...restoreItems, query('RESTORES#')],
  'list-restores': [query('RESTORES#')],
  'get-restore': [get('RESTORES#'), grant(['UpdateItem'], 'RESTORES#')],
  'list-audit': [get('ITEMS#'), ...readLog],
  'list-events': [query('LOG#')],
  'list-webhooks': [query('WEBHOOKS#')],
  'create-webhook': [
    get('IDEMPOTENCY#'),
    grant(['ConditionCheckItem'], 'COMPANY#'),
    grant(['GetItem', 'PutItem'], 'STACK#'),
    grant(['PutItem', 'UpdateItem'], ...changedWebhook),
    put('ACCESS#'),
  ],
  'get-webhook': [get('WEBHOOKS#')],
  'update-webhook': [
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    grant(['PutItem', 'UpdateItem'], ...changedWebhook),
    put('ACCESS#'),
  ],
  'delete-webhook': [
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    grant(['PutItem', 'UpdateItem', 'DeleteItem'], ...changedWebhook),
    put('ACCESS#'),
  ],
  'rotate-webhook-secret': [
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    grant(['GetItem', 'PutItem'], 'STACK#'),
    grant(['PutItem', 'UpdateItem'], ...changedWebhook),
    put('ACCESS#'),
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
    grant(['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], 'COMPANY#', 'KEY#', 'KEYID#'),
    put('ACCESS#'),
  ],
  'get-usage': [getBatch('KEY#'), query('USAGE#')],
  'list-keys': [get('COMPANY#', 'KEY#'), query('COMPANY#')],
  'create-key': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    query('COMPANY#'),
    grant(['GetItem', 'PutItem'], 'STACK#'),
    grant(['PutItem', 'ConditionCheckItem'], 'COMPANY#', 'IDEMPOTENCY#', 'KEY#', 'KEYID#'),
    put('ACCESS#'),
  ],
  'update-key': [get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'), put('ACCESS#', 'IDEMPOTENCY#')],
  'revoke-key': [get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'), put('ACCESS#', 'IDEMPOTENCY#')],
  'list-people': [get('COMPANY#', 'KEY#'), query('COMPANY#')],
  'invite-person': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    query('ACCESS#', 'COMPANY#', 'EMAIL#'),
    grant(['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], 'COMPANY#', 'EMAIL#', 'KEY#', 'KEYID#'),
    put('ACCESS#', 'IDEMPOTENCY#'),
  ],
  'update-person': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    grant(['UpdateItem'], 'COMPANY#', 'KEY#'),
    put('ACCESS#', 'IDEMPOTENCY#'),
  ],
  'sign-out-person': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    grant(['UpdateItem'], 'KEY#'),
    grant(['PutItem'], 'ACCESS#', 'IDEMPOTENCY#'),
  ],
  'remove-person': [
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    query('COMPANY#', 'EMAIL#'),
    grant(['UpdateItem', 'DeleteItem'], 'COMPANY#', 'EMAIL#', 'KEY#', 'KEYID#'),
    put('ACCESS#', 'IDEMPOTENCY#'),
  ],
  'list-access-log': [query('ACCESS#')],
  'not-found': [],
}

/**
 * Gives each function its rights to the table, and the table's name. DynamoDB authorizes each write of a database
 * transaction on its own, as the action that it is.
 */
export function giveTable(functions: Functions, { tableArn, tableName }: StackTable): void {
  for (const id of tableFunctionIds) {
    const own = isJob(id) ? grants[id] : [meter, ...grants[id]]
    const statements = own.map(
      ({ actions, kinds, index }) =>
        new PolicyStatement({
          effect: Effect.ALLOW,
          actions: actions.map((action) => `dynamodb:${action}`),
          resources: [index === undefined ? tableArn : `${tableArn}/index/${index}`],
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}*`) } },
        }),
    )
    functions.give([id], { statements, environment: { TABLE_NAME: tableName } })
  }
}
