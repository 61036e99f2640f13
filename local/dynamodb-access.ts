import { describeRequests, type Keyed, type Query } from './dynamodb-requests'
import type { Access } from './iam'
import { account, region } from './names'
import type { PartitionKeys } from './table-definition'

/** Makes what tells the accesses of a DynamoDB call: one per item that it touches, as DynamoDB authorizes it. */
export function makeAccessReader(partitionKeys: PartitionKeys): (operation: string, body: unknown) => Access[] {
  const requests = describeRequests(partitionKeys.table)
  return (operation, body) => {
    switch (operation) {
      case 'Query':
        return [queried(requests.Query.parse(body), partitionKeys)]
      case 'TransactWriteItems':
        return requests.TransactWriteItems.parse(body).TransactItems.flatMap((item) =>
          Object.entries(item).map(([kind, keyed]) => on(transactActions[kind] ?? kind, keyed)),
        )
      case 'TransactGetItems':
        return requests.TransactGetItems.parse(body).TransactItems.map(({ Get }) => on('GetItem', Get))
      case 'BatchGetItem':
        return Object.entries(requests.BatchGetItem.parse(body).RequestItems).flatMap(([TableName, { Keys }]) =>
          Keys.map((Key) => on(operation, { TableName, Key })),
        )
      case 'BatchWriteItem':
        return Object.entries(requests.BatchWriteItem.parse(body).RequestItems).flatMap(([TableName, writes]) =>
          writes.flatMap(Object.values).map((write) => on(operation, { ...write, TableName })),
        )
      default:
        return [on(operation, requests.Keyed.parse(body))]
    }
  }
}

const transactActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

function on(action: string, { TableName, Key, Item }: Keyed): Access {
  return access(action, `table/${TableName}`, Key ?? Item)
}

function queried(query: Query, partitionKeys: PartitionKeys): Access {
  const { TableName, IndexName: index } = query
  const attribute = index === undefined ? partitionKeys.table : partitionKeys.indexes[index]
  const names = query.ExpressionAttributeNames
  const equalities = query.KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)
  const equality = [...equalities].find(([, name = '']) => (names[name] ?? name) === attribute)
  const path = `table/${TableName}${index === undefined ? '' : `/index/${index}`}`
  return access('Query', path, query.ExpressionAttributeValues[equality?.[2] ?? '']?.S)
}

function access(action: string, path: string, leading: string | undefined): Access {
  return {
    action: `dynamodb:${action}`,
    resource: `arn:aws:dynamodb:${region}:${account}:${path}`,
    context: { 'dynamodb:LeadingKeys': leading === undefined ? [] : [leading] },
  }
}
