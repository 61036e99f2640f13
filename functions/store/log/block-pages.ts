import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { queryAll, type Table, tryWrite } from '../client'
import { keys } from '../schema'
import { type CountedPart, packParts, unpackParts } from './counted-parts'

/** Blocks of a UTC day (`2026-03-14`), in order. Each ends with the sort key of its last row. */
export type BlockPage = { date: string; number: number; blocks: CountedPart[] }

const PageRow = z.object({ sk: z.string(), packed: z.instanceof(Uint8Array) })

/** Of the days from `from` to `to`, both included, in order. Strongly consistent. */
export async function readBlockPages(
  table: Table,
  companyId: string,
  { from, to = '' }: { from: string; to?: string },
): Promise<BlockPage[]> {
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': keys.logBlocks(companyId, '', 0).pk,
      ':from': from,
      ':to': `${to}~`, // `~` sorts after every character of a key
    },
  })
  return rows.map((row) => {
    const { sk, packed } = PageRow.parse(row)
    const [date = '', number] = sk.split('#')
    return { date, number: Number(number), blocks: unpackParts(packed) }
  })
}

/**
 * Unless `replace`, does nothing where as many blocks are stored already: whoever counts the same rows makes the
 * same blocks.
 */
export async function putBlockPage(
  table: Table,
  companyId: string,
  { date, number, blocks }: BlockPage,
  { replace = false } = {},
): Promise<void> {
  const command = new PutCommand({
    TableName: table.name,
    Item: {
      ...keys.logBlocks(companyId, date, number),
      stretches: blocks.length,
      packed: packParts(blocks),
    },
    ...(replace
      ? {}
      : {
          ConditionExpression: 'attribute_not_exists(pk) OR stretches < :blocks',
          ExpressionAttributeValues: { ':blocks': blocks.length },
        }),
  })
  await tryWrite(table.db.send(command))
}
