import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { findRow, type Table, tryWrite } from '../client'
import { keys, type RowKey } from '../schema'

/** The base has `rows` items, and everything committed before `watermark`. */
const Head = z.object({
  base: z.string(),
  chunks: z.int(),
  rows: z.int(),
  watermark: z.int(),
  created_at: z.int(),
})
export type Head = z.infer<typeof Head>

/** Of what: all items, the headers of all orders, or these with the ids of their items. */
export const baseNames = ['items', 'orders', 'orders_by_item'] as const
export type BaseName = (typeof baseNames)[number]

/** Null if there is no base. */
export async function findHead(table: Table, companyId: string, name: BaseName): Promise<Head | null> {
  const row = await findRow(table, makeHeadKey(companyId, name))
  return row ? Head.parse(row) : null
}

/** False if another base was made current since `seen`. */
export async function swapHead(
  table: Table,
  companyId: string,
  name: BaseName,
  { seen, head }: { seen: Head | null; head: Head },
): Promise<boolean> {
  const condition = seen
    ? {
        ConditionExpression: '#base = :seen',
        ExpressionAttributeNames: { '#base': 'base' },
        ExpressionAttributeValues: { ':seen': seen.base },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const Item = { ...makeHeadKey(companyId, name), ...head }
  return tryWrite(table.db.send(new PutCommand({ TableName: table.name, Item, ...condition })))
}

/** The head of the items is older than the others, and has no name in its key. */
function makeHeadKey(companyId: string, name: BaseName): RowKey {
  return keys.catalogue(companyId, name === 'items' ? 'HEAD' : name.toUpperCase())
}
