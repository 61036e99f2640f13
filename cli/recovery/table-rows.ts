import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  type BatchWriteItemCommandOutput,
  type DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import { writeText } from '../output'

// Rows as DynamoDB's export to S3 has them, and its import reads them: a line of DynamoDB JSON for each.

type Item = Record<string, AttributeValue>

/** DynamoDB's limit. */
const rowsInBatch = 25

/** Writes every row of the table to the file. Returns their number. */
export async function exportRows(client: DynamoDBClient, TableName: string, file: string): Promise<number> {
  let rows = 0
  async function* makeLines() {
    let ExclusiveStartKey: Item | undefined
    do {
      const page = await client.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }))
      rows += page.Items?.length ?? 0
      yield (page.Items ?? []).map((Item) => `${JSON.stringify({ Item }, formatBytes)}\n`).join('')
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
  }
  await writeText(makeLines(), file)
  return rows
}

/** Puts every row of the file into the table. Returns their number. */
export async function importRows(client: DynamoDBClient, TableName: string, file: string): Promise<number> {
  let rows = 0
  let batch: Item[] = []
  const flush = async () => {
    await putRows(client, TableName, batch)
    rows += batch.length
    batch = []
  }
  for await (const line of createInterface({ input: createReadStream(file) })) {
    batch.push(JSON.parse(line, parseBytes).Item)
    if (batch.length === rowsInBatch) await flush()
  }
  await flush()
  return rows
}

/** DynamoDB may put a part of a batch, and name the rest. */
async function putRows(client: DynamoDBClient, TableName: string, rows: Item[]): Promise<void> {
  const puts = rows.map((Item) => ({ PutRequest: { Item } }))
  let left: BatchWriteItemCommandOutput['UnprocessedItems'] = rows.length > 0 ? { [TableName]: puts } : {}
  while (left && Object.keys(left).length > 0)
    left = (await client.send(new BatchWriteItemCommand({ RequestItems: left }))).UnprocessedItems
}

/** For `JSON.stringify`: bytes are base64. */
function formatBytes(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}

/** For `JSON.parse`. The name of an attribute has an object as its value, so a `B` with a text is a type. */
function parseBytes(name: string, value: unknown): unknown {
  if (name === 'B' && typeof value === 'string') return Buffer.from(value, 'base64')
  if (name === 'BS' && Array.isArray(value)) return value.map((each) => Buffer.from(each, 'base64'))
  return value
}
