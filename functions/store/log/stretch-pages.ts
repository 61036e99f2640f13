import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { queryAll, type Table, tryWrite } from '../client'
import { keys } from '../schema'
import { type CountedPart, packParts, unpackParts } from './counted-parts'

/** Stretches of a UTC day (`2026-03-14`), in order. Each ends with the sort key of its last row. */
export type StretchPage = { date: string; number: number; stretches: CountedPart[] }

const PageRow = z.object({ sk: z.string(), packed: z.instanceof(Uint8Array) })

/** Of the days from `from` to `to`, both included, in order. Strongly consistent. */
export async function readStretchPages(
  table: Table,
  companyId: string,
  { from, to = '' }: { from: string; to?: string },
): Promise<StretchPage[]> {
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': keys.logStretches(companyId, '', 0).pk,
      ':from': from,
      ':to': `${to}~`, // `~` sorts after every character of a key
    },
  })
  return rows.map((row) => {
    const { sk, packed } = PageRow.parse(row)
    const [date = '', number] = sk.split('#')
    return { date, number: Number(number), stretches: unpackParts(packed) }
  })
}

/**
 * Unless `replace`, does nothing where as many stretches are stored already: whoever counts the same rows makes the
 * same stretches.
 */
export async function putStretchPage(
  table: Table,
  companyId: string,
  { date, number, stretches }: StretchPage,
  { replace = false } = {},
): Promise<void> {
  const command = new PutCommand({
    TableName: table.name,
    Item: {
      ...keys.logStretches(companyId, date, number),
      stretches: stretches.length,
      packed: packParts(stretches),
    },
    ...(replace
      ? {}
      : {
          ConditionExpression: 'attribute_not_exists(pk) OR stretches < :stretches',
          ExpressionAttributeValues: { ':stretches': stretches.length },
        }),
  })
  await tryWrite(table.db.send(command))
}
