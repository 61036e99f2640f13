import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { RouteId } from '../functions/routes'
import type { JobId } from './entries'

type Action = 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Query'

/** Which actions a function may take on rows of which kinds: those whose partition key begins so. */
type Grant = { actions: Action[]; kinds: string[] }

const meter: Grant = { actions: ['UpdateItem'], kinds: ['KEY#'] }
const readItem: Grant = { actions: ['GetItem'], kinds: ['ITEMS#'] }
const listItems: Grant = { actions: ['Query'], kinds: ['ITEMS#'] }

/** A change of an item, with its SKU and its log row. One statement for the whole transaction: see docs/decisions/0001. */
const change = (...actions: Action[]): Grant => ({ actions, kinds: ['ITEMS#', 'SKU#', 'LOG#'] })

/** What each function may do to the table, and nothing more. A function that is missing here does not compile. */
const grants: Record<RouteId | JobId, Grant[]> = {
  authorizer: [{ actions: ['GetItem'], kinds: ['KEY#'] }],
  'list-items': [meter, listItems],
  'create-item': [meter, change('PutItem')],
  'create-items': [meter, change('PutItem')],
  'get-item': [meter, readItem],
  'update-item': [meter, readItem, change('PutItem', 'DeleteItem')],
  'delete-item': [meter, readItem, change('PutItem', 'DeleteItem')],
  'restore-item': [meter, readItem, change('PutItem')],
  'list-trash': [meter, listItems],
  'not-found': [meter],
}

/** A function's statements on the table. Items of a transaction are authorized one by one, as the action that each is. */
export function accessOf(id: RouteId | JobId, tableArn: string): PolicyStatement[] {
  return grants[id].map(
    ({ actions, kinds }) =>
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}*`) } },
      }),
  )
}
