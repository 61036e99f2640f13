import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { RouteId } from '../functions/routes'
import type { JobId } from './entries'

type Action = 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Query'

/** Which actions a function may take on rows whose partition key begins so. */
type Grant = { actions: Action[]; partitions: string }

const meter: Grant = { actions: ['UpdateItem'], partitions: 'KEY#' }
const readItem: Grant = { actions: ['GetItem'], partitions: 'ITEMS#' }
const listItems: Grant = { actions: ['Query'], partitions: 'ITEMS#' }
const writeItem: Grant = { actions: ['PutItem'], partitions: 'ITEMS#' }
const takeSku: Grant = { actions: ['PutItem'], partitions: 'SKU#' }
const freeSku: Grant = { actions: ['DeleteItem'], partitions: 'SKU#' }
const writeLog: Grant = { actions: ['PutItem'], partitions: 'LOG#' }

/** What each function may do to the table, and nothing more. A function that is missing here does not compile. */
const grants: Record<RouteId | JobId, Grant[]> = {
  authorizer: [{ actions: ['GetItem'], partitions: 'KEY#' }],
  'list-items': [meter, listItems],
  'create-item': [meter, writeItem, takeSku, writeLog],
  'create-items': [meter, writeItem, takeSku, writeLog],
  'get-item': [meter, readItem],
  'update-item': [meter, readItem, writeItem, takeSku, freeSku, writeLog],
  'delete-item': [meter, readItem, writeItem, freeSku, writeLog],
  'restore-item': [meter, readItem, writeItem, takeSku, writeLog],
  'list-trash': [meter, listItems],
  'not-found': [meter],
}

/** A function's statements on the table. Items of a transaction are authorized one by one, as the action that each is. */
export function accessOf(id: RouteId | JobId, tableArn: string): PolicyStatement[] {
  return grants[id].map(
    ({ actions, partitions }) =>
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${partitions}*`] } },
      }),
  )
}
