import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  BatchWriteItemCommand,
  type BatchWriteItemCommandOutput,
  type DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb'
import { formatItem, type Item, parseItem } from '../../admin/table/row-lines'
import { writeText } from '../output'

/** DynamoDB's limit. */
const rowsInBatch = 25

/** Writes every row of the table to the file. Returns their number. */
export async function exportRows(client: DynamoDBClient, TableName: string, file: string): Promise<number> {
  let rows = 0
  async function* makeLines() {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
      rows += Items.length
      yield Items.map((item) => `${formatItem(item)}\n`).join('')
    }
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
    batch.push(parseItem(line))
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
