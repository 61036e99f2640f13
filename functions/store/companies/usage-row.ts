import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type DailyUsage, usageDays } from '../../domain/companies/usage'
import { dayMs } from '../../domain/time'
import { queryAll, type Table } from '../client'
import { keys, toTtl, ttlAttribute } from '../schema'

export const UsageRow = z.object({ sk: z.string(), requests: z.int(), refused: z.int() })

/** Adds to what is known of the day. `date`: a UTC day (`2026-03-14`). `id`: of a key or a person. */
export async function addUsage(table: Table, companyId: string, usage: DailyUsage): Promise<void> {
  const { date, id, requests, refused } = usage
  await table.db.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.usage(companyId, date, id),
      UpdateExpression: 'ADD requests :requests, refused :refused SET #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': ttlAttribute },
      ExpressionAttributeValues: {
        ':requests': requests,
        ':refused': refused,
        ':ttl': toTtl(Date.parse(date) + (usageDays + 1) * dayMs),
      },
    }),
  )
}

/** From the date on, by date and id. */
export async function readUsage(table: Table, companyId: string, from: string): Promise<DailyUsage[]> {
  const { pk, sk } = keys.usage(companyId, from, '')
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk >= :from',
    ExpressionAttributeValues: { ':pk': pk, ':from': sk },
  })
  return rows.map((row) => {
    const { sk, requests, refused } = UsageRow.parse(row)
    const [date = '', id = ''] = sk.split('#')
    return { date, id, requests, refused }
  })
}
