import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { conditionHolds, getRow, type Table } from '../client'
import { keys } from '../schema'

/** Which base is the current one. `watermark`: what was committed before that time is in it; both times in epoch milliseconds. */
const Head = z.object({
  base: z.string(),
  chunks: z.int(),
  rows: z.int(),
  watermark: z.int(),
  created_at: z.int(),
})
export type Head = z.infer<typeof Head>

/** The head of a company's catalogue; null where it has no base. */
export async function findHead(table: Table, company: string): Promise<Head | null> {
  const row = await getRow(table, keys.catalogue(company))
  return row ? Head.parse(row) : null
}

/** Makes another base the current one, if that still is what was `seen`. False where another swap came first. */
export async function swapHead(table: Table, company: string, seen: Head | null, head: Head): Promise<boolean> {
  const condition = seen
    ? {
        ConditionExpression: '#base = :seen',
        ExpressionAttributeNames: { '#base': 'base' },
        ExpressionAttributeValues: { ':seen': seen.base },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const Item = { ...keys.catalogue(company), ...head }
  return conditionHolds(table.db.send(new PutCommand({ TableName: table.name, Item, ...condition })))
}
