import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { RouteId } from '../../functions/routes'
import { byResource } from '../../functions/store/schema'
import { type JobId, tableFunctionIds } from '../entries'
import type { Functions } from '../functions'
import type { StackTable } from './table'

type Action = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem' | 'Query'
type Kind =
  | 'ALERTS#'
  | 'CATALOGUE#'
  | 'CHUNK#'
  | 'COMPANY#'
  | 'DELIVERIES#'
  | 'DUEDELIVERIES#'
  | 'EMAIL#'
  | 'IDEMPOTENCY#'
  | 'ITEM#'
  | 'ITEMS#'
  | 'KEY#'
  | 'KEYID#'
  | 'LOG#'
  | 'LOGBLOCKS#'
  | 'LOGDAYS#'
  | 'ORDER#'
  | 'ORDERS#'
  | 'PACE#'
  | 'PLAN#'
  | 'RECEIPTS#'
  | 'RESTORES#'
  | 'SKU#'
  | 'SNAPSHOT#'
  | 'SNAPSHOTS#'
  | 'STACK#'
  | 'USAGE#'
  | 'WEBHOOKEVENTS#'
  | 'WEBHOOKS#'

/** A row is of a kind if its partition key, in the table or the index, begins with it. */
type Grant = { actions: Action[]; kinds: Kind[]; index?: string }

/** Counts the request, and keeps the counts of a day that is over. */
const meter: Grant = { actions: ['UpdateItem'], kinds: ['KEY#', 'USAGE#'] }
/** Requests of many rows keep the pace of their company's log. */
const pace: Grant = { actions: ['UpdateItem'], kinds: ['PACE#'] }
const get = (...kinds: Kind[]): Grant => ({ actions: ['GetItem'], kinds })
const getBatch = (...kinds: Kind[]): Grant => ({ actions: ['BatchGetItem'], kinds })
const put = (...kinds: Kind[]): Grant => ({ actions: ['PutItem'], kinds })
const query = (...kinds: Kind[]): Grant => ({ actions: ['Query'], kinds })
const queryLogOf = (...kinds: Kind[]): Grant => ({ actions: ['Query'], kinds, index: byResource.name })

/** What a list of items or orders reads: the base, the log since, or the rows. */
const readCatalogue = [get('CATALOGUE#', 'CHUNK#'), query('ITEMS#', 'LOG#')]
const readOrders = [get('CATALOGUE#', 'CHUNK#', 'ORDERS#'), query('ORDERS#', 'LOG#')]

/** What a list of the log reads, and counting what is not counted yet. */
const counts = ['LOG#', 'LOGDAYS#', 'LOGBLOCKS#'] as const
const readLog: Grant[] = [query(...counts), queryLogOf('ITEM#', 'ORDER#', 'SNAPSHOT#'), put('LOGBLOCKS#')]

/** One statement for all kinds of rows of a change, its log rows and its answer: see docs/decisions/0001. */
const change = (actions: Action[], ...kinds: Kind[]): Grant => ({ actions, kinds: [...kinds, 'LOG#', 'IDEMPOTENCY#'] })
const changeItem = (...actions: Action[]) => change(actions, 'ITEMS#', 'SKU#')
/** Registering the work of a job for a company. */
const registerJob: Grant = { actions: ['PutItem', 'ConditionCheckItem', 'DeleteItem'], kinds: ['COMPANY#'] }
/** Reading all items at one moment, and writing their copy. */
const copyItems = [...readCatalogue, put('CHUNK#')]
const restoreItems = [
  get('CHUNK#', 'COMPANY#', 'ITEMS#', 'RESTORES#', 'SNAPSHOTS#', 'IDEMPOTENCY#'),
  queryLogOf('ITEM#'),
  change(['PutItem', 'UpdateItem', 'DeleteItem'], 'COMPANY#', 'ITEMS#', 'RESTORES#', 'SKU#', 'SNAPSHOTS#'),
]
const changeOrder = (...actions: Action[]) => change(actions, 'ORDERS#')

/** What each function may do to the table. A function without an entry does not compile. */
const grants: Record<RouteId | JobId, Grant[]> = {
  authorizer: [get('COMPANY#', 'KEY#'), { actions: ['UpdateItem'], kinds: ['COMPANY#', 'KEY#'] }],
  'compact-catalogue': [
    registerJob,
    get('CATALOGUE#', 'CHUNK#', 'ORDERS#'),
    query('COMPANY#', 'ITEMS#', 'ORDERS#', ...counts),
    put('CATALOGUE#', 'CHUNK#', 'LOGBLOCKS#'),
  ],
  'nightly-upkeep': [query('PLAN#')],
  'remove-dead-gateway-keys': [get('KEY#', 'KEYID#')],
  'run-restore': [registerJob, ...restoreItems],
  'daily-snapshots': [query('PLAN#')],
  'do-nightly-work': [
    registerJob,
    get('COMPANY#', 'SNAPSHOTS#', 'ORDERS#'),
    ...copyItems,
    { actions: ['PutItem', 'UpdateItem', 'DeleteItem'], kinds: ['SNAPSHOTS#', 'LOG#'] },
    query('COMPANY#', 'ORDERS#', 'PLAN#', ...counts),
    put('CATALOGUE#', 'LOGDAYS#', 'LOGBLOCKS#'),
    { actions: ['UpdateItem'], kinds: ['PLAN#'] },
  ],
  'publish-events': [
    get('LOG#'),
    query('WEBHOOKS#'),
    put('WEBHOOKEVENTS#'),
    { actions: ['PutItem', 'UpdateItem'], kinds: ['DELIVERIES#'] },
    { actions: ['GetItem', 'PutItem', 'UpdateItem'], kinds: ['ALERTS#'] },
    { actions: ['ConditionCheckItem'], kinds: ['COMPANY#'] },
  ],
  'deliver-webhook': [
    get('WEBHOOKEVENTS#'),
    { actions: ['GetItem', 'UpdateItem'], kinds: ['WEBHOOKS#', 'DELIVERIES#'] },
    put('DUEDELIVERIES#'),
  ],
  'queue-due-deliveries': [query('DUEDELIVERIES#'), { actions: ['DeleteItem'], kinds: ['DUEDELIVERIES#'] }],
  'send-alerts': [
    get('COMPANY#'),
    getBatch('ITEMS#'),
    query('COMPANY#', 'LOG#'),
    { actions: ['GetItem', 'UpdateItem'], kinds: ['ALERTS#', 'KEY#'] },
  ],
  'list-items': [meter, ...readCatalogue],
  'create-item': [meter, get('IDEMPOTENCY#'), changeItem('PutItem')],
  'create-items': [
    meter,
    pace,
    get('ITEMS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    { actions: ['Query', 'DeleteItem'], kinds: ['IDEMPOTENCY#'] },
    changeItem('PutItem', 'DeleteItem'),
  ],
  'get-item': [meter, get('ITEMS#')],
  'update-item': [meter, get('ITEMS#', 'IDEMPOTENCY#'), changeItem('PutItem', 'DeleteItem')],
  'delete-item': [meter, get('ITEMS#', 'IDEMPOTENCY#'), changeItem('PutItem', 'DeleteItem')],
  'restore-item': [meter, get('ITEMS#', 'IDEMPOTENCY#'), changeItem('PutItem')],
  'list-trash': [meter, ...readCatalogue],
  'verify-item': [meter, get('ITEMS#'), query('LOG#'), queryLogOf('ITEM#')],
  'list-transactions': [meter, get('ITEMS#'), ...readLog],
  'create-transactions': [
    meter,
    pace,
    get('ORDERS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    change(['PutItem'], 'ITEMS#', 'ORDERS#', 'RECEIPTS#'),
  ],
  'list-daily-stock': [meter, query(...counts), put('LOGBLOCKS#')],
  'get-transaction': [meter, get('LOG#')],
  'reverse-transaction': [meter, get('ITEMS#', 'LOG#', 'IDEMPOTENCY#'), change(['PutItem', 'UpdateItem'], 'ITEMS#')],
  'list-orders': [meter, ...readOrders],
  'create-order': [
    meter,
    get('COMPANY#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#', 'SKU#'),
    change(['PutItem', 'UpdateItem'], 'ORDERS#', 'COMPANY#'),
  ],
  'suggest-orders': [meter, ...readCatalogue, ...readOrders, getBatch('ORDERS#')],
  'get-order': [meter, get('ORDERS#')],
  'update-order': [meter, get('ORDERS#', 'IDEMPOTENCY#'), getBatch('ITEMS#', 'SKU#'), changeOrder('PutItem')],
  'delete-order': [meter, get('ORDERS#', 'IDEMPOTENCY#'), changeOrder('PutItem', 'DeleteItem')],
  'place-order': [meter, get('ORDERS#', 'IDEMPOTENCY#'), getBatch('ITEMS#'), changeOrder('PutItem')],
  'receive-order': [
    meter,
    pace,
    get('ORDERS#', 'IDEMPOTENCY#'),
    getBatch('ITEMS#'),
    change(['PutItem'], 'ORDERS#', 'ITEMS#', 'RECEIPTS#'),
  ],
  'cancel-order': [meter, get('ORDERS#', 'IDEMPOTENCY#'), changeOrder('PutItem')],
  'close-order': [meter, get('ORDERS#', 'IDEMPOTENCY#'), changeOrder('PutItem')],
  'list-receipts': [meter, get('ORDERS#'), query('RECEIPTS#')],
  'list-snapshots': [meter, query('SNAPSHOTS#')],
  'create-snapshot': [
    meter,
    get('COMPANY#', 'IDEMPOTENCY#'),
    ...copyItems,
    change(['PutItem', 'UpdateItem', 'DeleteItem'], 'COMPANY#', 'SNAPSHOTS#'),
  ],
  'get-snapshot': [meter, get('SNAPSHOTS#')],
  'list-snapshot-items': [meter, get('SNAPSHOTS#', 'CHUNK#')],
  'diff-snapshot': [meter, get('SNAPSHOTS#'), ...readCatalogue],
  'delete-snapshot': [meter, get('SNAPSHOTS#', 'IDEMPOTENCY#'), change(['PutItem', 'DeleteItem'], 'SNAPSHOTS#')],
  'restore-snapshot': [meter, ...copyItems, ...restoreItems, query('RESTORES#')],
  'list-restores': [meter, query('RESTORES#')],
  'get-restore': [meter, get('RESTORES#'), { actions: ['UpdateItem'], kinds: ['RESTORES#'] }],
  'list-audit': [meter, get('ITEMS#'), ...readLog],
  'list-events': [meter, query('LOG#')],
  'list-webhooks': [meter, query('WEBHOOKS#')],
  'create-webhook': [
    meter,
    get('IDEMPOTENCY#'),
    { actions: ['ConditionCheckItem'], kinds: ['COMPANY#'] },
    { actions: ['GetItem', 'PutItem'], kinds: ['STACK#'] },
    { actions: ['PutItem', 'UpdateItem'], kinds: ['WEBHOOKS#', 'IDEMPOTENCY#'] },
  ],
  'get-webhook': [meter, get('WEBHOOKS#')],
  'update-webhook': [
    meter,
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    { actions: ['PutItem', 'UpdateItem'], kinds: ['WEBHOOKS#', 'IDEMPOTENCY#'] },
  ],
  'delete-webhook': [
    meter,
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    { actions: ['PutItem', 'UpdateItem', 'DeleteItem'], kinds: ['WEBHOOKS#', 'IDEMPOTENCY#'] },
  ],
  'rotate-webhook-secret': [
    meter,
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    { actions: ['GetItem', 'PutItem'], kinds: ['STACK#'] },
    { actions: ['PutItem', 'UpdateItem'], kinds: ['WEBHOOKS#', 'IDEMPOTENCY#'] },
  ],
  'test-webhook': [
    meter,
    get('WEBHOOKS#', 'IDEMPOTENCY#'),
    put('DELIVERIES#', 'DUEDELIVERIES#', 'IDEMPOTENCY#', 'WEBHOOKEVENTS#'),
  ],
  'list-deliveries': [meter, get('WEBHOOKS#'), query('DELIVERIES#')],
  redeliver: [
    meter,
    get('WEBHOOKS#', 'DELIVERIES#', 'IDEMPOTENCY#', 'WEBHOOKEVENTS#'),
    put('DELIVERIES#', 'DUEDELIVERIES#', 'IDEMPOTENCY#', 'WEBHOOKEVENTS#'),
  ],
  'get-account': [meter, ...readCatalogue, ...readOrders, get('COMPANY#', 'KEY#')],
  'link-account': [
    meter,
    get('COMPANY#', 'EMAIL#', 'KEY#'),
    { actions: ['PutItem', 'UpdateItem', 'DeleteItem'], kinds: ['COMPANY#', 'KEY#', 'KEYID#'] },
  ],
  'get-usage': [meter, get('COMPANY#', 'KEY#'), query('COMPANY#', 'USAGE#')],
  'list-keys': [meter, get('COMPANY#', 'KEY#'), query('COMPANY#')],
  'create-key': [
    meter,
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    query('COMPANY#'),
    { actions: ['GetItem', 'PutItem'], kinds: ['STACK#'] },
    { actions: ['PutItem', 'ConditionCheckItem'], kinds: ['COMPANY#', 'IDEMPOTENCY#', 'KEY#', 'KEYID#'] },
  ],
  'update-key': [meter, get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'), put('IDEMPOTENCY#')],
  'revoke-key': [meter, get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'), put('IDEMPOTENCY#')],
  'list-people': [meter, get('COMPANY#', 'KEY#'), query('COMPANY#')],
  'invite-person': [
    meter,
    get('EMAIL#', 'IDEMPOTENCY#'),
    { actions: ['PutItem', 'ConditionCheckItem'], kinds: ['COMPANY#', 'EMAIL#', 'IDEMPOTENCY#', 'KEY#', 'KEYID#'] },
  ],
  'update-person': [
    meter,
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    { actions: ['UpdateItem'], kinds: ['COMPANY#', 'KEY#'] },
    { actions: ['PutItem'], kinds: ['IDEMPOTENCY#'] },
  ],
  'remove-person': [
    meter,
    get('COMPANY#', 'KEY#', 'IDEMPOTENCY#'),
    { actions: ['UpdateItem', 'DeleteItem'], kinds: ['COMPANY#', 'EMAIL#', 'KEY#', 'KEYID#'] },
    { actions: ['PutItem'], kinds: ['IDEMPOTENCY#'] },
  ],
  'not-found': [meter],
}

/**
 * Gives each function its rights to the table, and the table's name. DynamoDB authorizes each write of a database
 * transaction on its own, as the action that it is.
 */
export function giveTable(functions: Functions, { tableArn, tableName }: StackTable): void {
  for (const id of tableFunctionIds) {
    const statements = grants[id].map(
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
