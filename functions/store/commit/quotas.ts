import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Caller } from '../../domain/caller'
import { type DailyQuota, oneMore } from '../../domain/plan'
import type { Table } from '../client'
import { keys } from '../schema'
import type { Write } from './transact'

const Usage = z.object({ day: z.string(), count: z.int() })

/** One more use of a daily quota, to go into the transaction that uses it. Refused with `plan_limit_reached` where none is left. */
export async function quotaWrite(table: Table, { companyId, plan }: Caller, quota: DailyQuota): Promise<Write> {
  const Key = keys.company(companyId)
  const { Item } = await table.db.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
  const used = Item?.[quota] === undefined ? null : Usage.parse(Item[quota])
  const next = oneMore(plan, quota, used, table.now())
  return {
    action: {
      Update: {
        TableName: table.name,
        Key,
        UpdateExpression: 'SET #quota = :next',
        ConditionExpression: `attribute_exists(pk) AND ${used ? '#quota = :used' : 'attribute_not_exists(#quota)'}`,
        ExpressionAttributeNames: { '#quota': quota },
        ExpressionAttributeValues: { ':next': next, ...(used ? { ':used': used } : {}) },
      },
    },
  }
}
