import type {
  AttributeValue,
  BatchGetItemCommandInput,
  BatchWriteItemCommandInput,
  QueryCommandInput,
  TransactGetItemsCommandInput,
  TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb'
import { account, region } from '../names'
import type { PartitionKeys } from '../table/table-definition'
import type { Access } from './iam'

type Attributes = Record<string, AttributeValue>
/** The parts of a request that name a row, its key or the whole row, and attributes of it. */
type Keyed = {
  TableName?: string | undefined
  Key?: Attributes | undefined
  Item?: Attributes | undefined
  UpdateExpression?: string | undefined
  ConditionExpression?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
}

/**
 * Lists the accesses of a DynamoDB call: one for each row that it touches, as DynamoDB authorizes them. `text` is what
 * the SDK sends: JSON of the operation's input.
 */
export function makeAccessReader(partitionKeys: PartitionKeys) {
  const describe = (action: string, keyed: Keyed): Access => {
    const { TableName, Key, Item } = keyed
    const access = describeAccess(action, `table/${TableName}`, (Key ?? Item)?.[partitionKeys.table]?.S)
    return { ...access, context: { ...access.context, 'dynamodb:Attributes': listAttributes(keyed) } }
  }
  return (operation: string, text: string): Access[] => {
    const body = JSON.parse(text)
    switch (operation) {
      case 'Query':
        return [describeQuery(body, partitionKeys)]
      case 'TransactWriteItems':
        return listTransactWrites(body).map(([kind, keyed]) => describe(transactActions[kind] ?? kind, keyed))
      case 'TransactGetItems':
        return listTransactGets(body).map((keyed) => describe('GetItem', keyed))
      case 'BatchGetItem':
        return listBatchGets(body).map((keyed) => describe(operation, keyed))
      case 'BatchWriteItem':
        return listBatchWrites(body).map((keyed) => describe(operation, keyed))
      default:
        return [describe(operation, body)]
    }
  }
}

/**
 * The attributes that a request names: also those that its condition only reads, and none that its answer shows. See
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
function listAttributes({ Key, Item, UpdateExpression = '', ConditionExpression = '', ...rest }: Keyed): string[] {
  const { ExpressionAttributeNames: names = {} } = rest
  const found = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![:.#\w])#?[A-Za-z_]\w*(?![\w(]|\s*\()/g) ?? []
  const paths = found.filter((word) => !keywords.has(word.toUpperCase()))
  return [...Object.keys(Key ?? Item ?? {}), ...paths.map((path) => names[path] ?? path)]
}

const keywords = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN'])

const transactActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

function listTransactWrites({ TransactItems = [] }: TransactWriteItemsCommandInput): [string, Keyed][] {
  return TransactItems.flatMap((item) => Object.entries(item))
}

function listTransactGets({ TransactItems = [] }: TransactGetItemsCommandInput): Keyed[] {
  return TransactItems.flatMap(({ Get }) => Get ?? [])
}

function listBatchGets({ RequestItems = {} }: BatchGetItemCommandInput): Keyed[] {
  return Object.entries(RequestItems).flatMap(([TableName, { Keys = [] }]) => Keys.map((Key) => ({ TableName, Key })))
}

function listBatchWrites({ RequestItems = {} }: BatchWriteItemCommandInput): Keyed[] {
  return Object.entries(RequestItems).flatMap(([TableName, writes]) =>
    writes.map(({ PutRequest, DeleteRequest }) => ({ TableName, ...PutRequest, ...DeleteRequest })),
  )
}

function describeQuery(query: QueryCommandInput, partitionKeys: PartitionKeys): Access {
  const { TableName, IndexName: index, KeyConditionExpression = '' } = query
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = query
  const attribute = index === undefined ? partitionKeys.table : partitionKeys.indexes[index]
  const equalities = KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)
  const equality = [...equalities].find(([, name = '']) => (names[name] ?? name) === attribute)
  const path = `table/${TableName}${index === undefined ? '' : `/index/${index}`}`
  return describeAccess('Query', path, values[equality?.[2] ?? '']?.S)
}

function describeAccess(action: string, path: string, leading: string | undefined): Access {
  return {
    action: `dynamodb:${action}`,
    resource: `arn:aws:dynamodb:${region}:${account}:${path}`,
    context: { 'dynamodb:LeadingKeys': leading === undefined ? [] : [leading] },
  }
}
