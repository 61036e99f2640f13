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
/** The parts of a request that name a row: its key, or the whole row. */
type Keyed = { TableName?: string | undefined; Key?: Attributes | undefined; Item?: Attributes | undefined }

/**
 * Lists the accesses of a DynamoDB call: one for each row that it touches, as DynamoDB authorizes them. `text` is what
 * the SDK sends: JSON of the operation's input.
 */
export function makeAccessReader(partitionKeys: PartitionKeys) {
  const describe = (action: string, { TableName, Key, Item }: Keyed): Access =>
    describeAccess(action, `table/${TableName}`, (Key ?? Item)?.[partitionKeys.table]?.S)
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
