import { ConditionalCheckFailedException, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { refuseWhereBusy, retryStrategy } from './retries'
import type { RowKey } from './schema'

/** The table, and the clock (epoch milliseconds) by which rows are stamped and expire. */
export type Table = { name: string; db: DynamoDBDocumentClient; now: () => number }

/** How long one sending of a command may take, in milliseconds. */
const requestTimeout = 2_000

/** Opens the table with the environment's region and credentials. What it is asked is sent again as `retries.ts` says. */
export function openTable(name: string, config: DynamoDBClientConfig = {}, now: () => number = Date.now): Table {
  const timeouts = { connectionTimeout: requestTimeout, requestTimeout, throwOnRequestTimeout: true }
  const client = new DynamoDBClient({ ...config, requestHandler: timeouts, retryStrategy })
  refuseWhereBusy(client)
  // Without a logger too, it copies every request and answer for one: a fifth of the processor time of a page of rows.
  client.middlewareStack.remove('loggerMiddleware')
  return { name, db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), now }
}

export type Row = Record<string, unknown>
type Query = Omit<QueryCommandInput, 'TableName'>

/** The row of a key, read strongly. */
export async function getRow(table: Table, Key: RowKey): Promise<Row | undefined> {
  const { Item } = await table.db.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
  return Item
}

/** True once a write with a condition is done; false where its condition fails. */
export async function conditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** The rows of a query, a page at a time as DynamoDB gives them out, strongly consistent unless `query` says otherwise. */
export async function* queryPages(table: Table, query: Query): AsyncGenerator<Row[]> {
  let from: Row | undefined
  do {
    const found = await table.db.send(
      new QueryCommand({ TableName: table.name, ConsistentRead: true, ...query, ExclusiveStartKey: from }),
    )
    yield found.Items ?? []
    from = found.LastEvaluatedKey
  } while (from)
}

/** Every row of a query, all pages of it. */
export function queryAll(table: Table, query: Query): Promise<Row[]> {
  return allOf(queryPages(table, query))
}

/** The rows of all pages. */
export async function allOf(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

/** Every row of some partitions. */
export async function queryPartitions(table: Table, partitions: string[]): Promise<Row[]> {
  const found = partitions.map((pk) =>
    queryAll(table, { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }),
  )
  return (await Promise.all(found)).flat()
}
