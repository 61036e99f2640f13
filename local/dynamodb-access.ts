import type { Access } from './iam'
import { account, region } from './template'

type Json = Record<string, unknown>
type Keyed = { TableName: string; Key?: Json; Item?: Json }

/** The table's key names: which attribute `dynamodb:LeadingKeys` speaks of, of the table and of each index. */
export type PartitionKeys = { table: string; indexes: Record<string, string> }

/** What a DynamoDB call asks of IAM: one access per item that it touches, as DynamoDB authorizes it. */
export function accessesOf(operation: string, body: Json, partitionKeys: PartitionKeys): Access[] {
  const on = (action: string, { TableName, Key, Item }: Keyed) => {
    const value = (Key ?? Item)?.[partitionKeys.table]
    return access(action, `table/${TableName}`, value)
  }
  switch (operation) {
    case 'Query':
      return [queried(body, partitionKeys)]
    case 'TransactWriteItems':
      return many(body.TransactItems).flatMap((item) =>
        Object.entries(item).map(([kind, keyed]) => on(transactActions[kind] ?? kind, keyed as Keyed)),
      )
    case 'TransactGetItems':
      return many(body.TransactItems).map(({ Get }) => on('GetItem', Get as Keyed))
    case 'BatchGetItem':
      return Object.entries(body.RequestItems as Record<string, { Keys: Json[] }>).flatMap(([TableName, { Keys }]) =>
        Keys.map((Key) => on(operation, { TableName, Key })),
      )
    case 'BatchWriteItem':
      return Object.entries(body.RequestItems as Record<string, Json[]>).flatMap(([TableName, requests]) =>
        requests.flatMap(Object.values).map((request) => on(operation, { TableName, ...(request as object) })),
      )
    default:
      return [on(operation, body as Keyed)]
  }
}

const transactActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

function queried(body: Json, partitionKeys: PartitionKeys): Access {
  const index = body.IndexName === undefined ? null : String(body.IndexName)
  const attribute = index === null ? partitionKeys.table : partitionKeys.indexes[index]
  const names = (body.ExpressionAttributeNames ?? {}) as Record<string, string>
  const values = (body.ExpressionAttributeValues ?? {}) as Json
  const equalities = String(body.KeyConditionExpression).matchAll(/([#\w]+)\s*=\s*(:\w+)/g)
  const equality = [...equalities].find(([, name = '']) => (names[name] ?? name) === attribute)
  const path = `table/${body.TableName}${index === null ? '' : `/index/${index}`}`
  return access('Query', path, equality && values[equality[2] ?? ''])
}

function access(action: string, path: string, key: unknown): Access {
  const leading = (key as { S?: string } | undefined)?.S
  return {
    action: `dynamodb:${action}`,
    resource: `arn:aws:dynamodb:${region}:${account}:${path}`,
    context: { 'dynamodb:LeadingKeys': leading === undefined ? [] : [leading] },
  }
}

function many(value: unknown): Json[] {
  return Array.isArray(value) ? value : []
}
