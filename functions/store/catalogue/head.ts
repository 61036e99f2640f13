import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { findRow, type Table, tryWrite } from '../client'
import { keys } from '../schema'

/** The base has `rows` items, and everything committed before `watermark`. */
const Head = z.object({
  base: z.string(),
  chunks: z.int(),
  rows: z.int(),
  watermark: z.int(),
  created_at: z.int(),
})
export type Head = z.infer<typeof Head>

/** Null if there is no base. */
export async function findHead(table: Table, companyId: string): Promise<Head | null> {
  const row = await findRow(table, keys.catalogue(companyId))
  return row ? Head.parse(row) : null
}

/** False if another base was made current since `seen`. */
export async function swapHead(table: Table, companyId: string, seen: Head | null, head: Head): Promise<boolean> {
  const condition = seen
    ? {
        ConditionExpression: '#base = :seen',
        ExpressionAttributeNames: { '#base': 'base' },
        ExpressionAttributeValues: { ':seen': seen.base },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const Item = { ...keys.catalogue(companyId), ...head }
  return tryWrite(table.db.send(new PutCommand({ TableName: table.name, Item, ...condition })))
}
