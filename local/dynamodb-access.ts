import { describeRequests, type KeyRequest, type Query } from './dynamodb-requests'
import type { Access } from './iam'
import { account, region } from './names'
import type { PartitionKeys } from './table-definition'

/** Lists the accesses of a DynamoDB call: one for each row that it touches, as DynamoDB authorizes them. */
export function makeAccessReader(partitionKeys: PartitionKeys): (operation: string, body: unknown) => Access[] {
  const requests = describeRequests(partitionKeys.table)
  return (operation, body) => {
    switch (operation) {
      case 'Query':
        return [describeQuery(requests.Query.parse(body), partitionKeys)]
      case 'TransactWriteItems':
        return requests.TransactWriteItems.parse(body).TransactItems.flatMap((item) =>
          Object.entries(item).map(([kind, keyed]) => describeKeyed(transactActions[kind] ?? kind, keyed)),
        )
      case 'TransactGetItems':
        return requests.TransactGetItems.parse(body).TransactItems.map(({ Get }) => describeKeyed('GetItem', Get))
      case 'BatchGetItem':
        return Object.entries(requests.BatchGetItem.parse(body).RequestItems).flatMap(([TableName, { Keys }]) =>
          Keys.map((Key) => describeKeyed(operation, { TableName, Key })),
        )
      case 'BatchWriteItem':
        return Object.entries(requests.BatchWriteItem.parse(body).RequestItems).flatMap(([TableName, writes]) =>
          writes.flatMap(Object.values).map((write) => describeKeyed(operation, { ...write, TableName })),
        )
      default:
        return [describeKeyed(operation, requests.Keyed.parse(body))]
    }
  }
}

const transactActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

function describeKeyed(action: string, { TableName, Key, Item }: KeyRequest): Access {
  return describeAccess(action, `table/${TableName}`, Key ?? Item)
}

function describeQuery(query: Query, partitionKeys: PartitionKeys): Access {
  const { TableName, IndexName: index } = query
  const attribute = index === undefined ? partitionKeys.table : partitionKeys.indexes[index]
  const names = query.ExpressionAttributeNames
  const equalities = query.KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)
  const equality = [...equalities].find(([, name = '']) => (names[name] ?? name) === attribute)
  const path = `table/${TableName}${index === undefined ? '' : `/index/${index}`}`
  return describeAccess('Query', path, query.ExpressionAttributeValues[equality?.[2] ?? '']?.S)
}

function describeAccess(action: string, path: string, leading: string | undefined): Access {
  return {
    action: `dynamodb:${action}`,
    resource: `arn:aws:dynamodb:${region}:${account}:${path}`,
    context: { 'dynamodb:LeadingKeys': leading === undefined ? [] : [leading] },
  }
}
