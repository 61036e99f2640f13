import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { queryAll, type Table } from '../client'
import { keys } from '../schema'

const DayRow = z.object({ sk: z.iso.date(), counts: z.record(z.string(), z.int()) })

/** How many log rows a UTC day (`2026-03-14`) has of each kind. */
export type DayCounts = { date: string; counts: Record<string, number> }

/** The counts of all days that have been counted. What is stored never changes, so any copy will do. */
export async function readDayCounts(table: Table, company: string): Promise<DayCounts[]> {
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.logDay(company, '').pk },
    ConsistentRead: false,
  })
  return rows.map((row) => DayRow.parse(row)).map(({ sk, counts }) => ({ date: sk, counts }))
}

export async function putDayCounts(table: Table, company: string, { date, counts }: DayCounts): Promise<void> {
  const Item = { ...keys.logDay(company, date), counts }
  await table.db.send(new PutCommand({ TableName: table.name, Item }))
}
