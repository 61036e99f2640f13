import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { queryAll, type Table } from '../client'
import { keys } from '../schema'

const DayRow = z.object({ sk: z.iso.date(), counts: z.record(z.string(), z.int()) })

/** Of a UTC day (`2026-03-14`), for each combination of the counted fields. */
export type DayCounts = { date: string; counts: Record<string, number> }

/** Counts never change: an eventually consistent read is enough. */
export async function readDayCounts(table: Table, companyId: string): Promise<DayCounts[]> {
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.logDay(companyId, '').pk },
    ConsistentRead: false,
  })
  return rows.map((row) => DayRow.parse(row)).map(({ sk, counts }) => ({ date: sk, counts }))
}

export async function putDayCounts(table: Table, companyId: string, { date, counts }: DayCounts): Promise<void> {
  const Item = { ...keys.logDay(companyId, date), counts }
  await table.db.send(new PutCommand({ TableName: table.name, Item }))
}
