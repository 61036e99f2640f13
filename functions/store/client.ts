import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'

/** The table, and the clock (epoch milliseconds) by which rows are stamped and expire. */
export type Table = {
  name: string
  db: DynamoDBDocumentClient
  /** Sends once: for the meter, where a second sending would count a request twice. */
  once: DynamoDBDocumentClient
  now: () => number
}

/** How long one sending of a command may take, in milliseconds. */
const requestTimeout = 2_000

/** Opens the table with the environment's region and credentials. */
export function openTable(name: string, config: DynamoDBClientConfig = {}, now: () => number = Date.now): Table {
  const base = { ...config, requestHandler: { connectionTimeout: 1_000, requestTimeout, throwOnRequestTimeout: true } }
  const translate = { marshallOptions: { removeUndefinedValues: true } }
  return {
    name,
    db: DynamoDBDocumentClient.from(new DynamoDBClient(base), translate),
    once: DynamoDBDocumentClient.from(new DynamoDBClient({ ...base, maxAttempts: 1 }), translate),
    now,
  }
}

/** Every row of a query, all pages of it, strongly consistent unless `query` says otherwise. */
export async function queryAll(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const found = await table.db.send(
      new QueryCommand({ TableName: table.name, ConsistentRead: true, ...query, ExclusiveStartKey: from }),
    )
    rows.push(...(found.Items ?? []))
    from = found.LastEvaluatedKey
  } while (from)
  return rows
}
