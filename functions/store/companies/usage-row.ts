import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type DailyUsage, usageDays } from '../../domain/companies/usage'
import { dayMs } from '../../domain/time'
import { keys, toTtl, ttlAttribute } from '../table/schema'
import { ofPartition, queryAll, type Table, tryUpdate, updateRow } from '../table/table'
import type { Write } from '../table/transact'

/**
 * `hash`: by which the key or person is found that has opened the day: what it counts of the day under way is in its
 * own row. `added_by`: which call has added to it last.
 */
export const UsageRow = z.object({
  sk: z.string(),
  hash: z.string().optional(),
  requests: z.int(),
  refused: z.int(),
  added_by: z.string(),
})

/** Adds to what is known of the day. A call that is sent again, since its answer was lost, adds once. */
export async function addUsage(table: Table, companyId: string, usage: DailyUsage): Promise<void> {
  const update = makeUsageUpdate(companyId, usage)
  const ConditionExpression = 'attribute_not_exists(added_by) OR added_by <> :call'
  await tryUpdate(table, { ...update, ConditionExpression })
}

/** Marks a day that a key or person opens by its first request. */
export async function openDay(table: Table, companyId: string, { date, id, hash }: OpenDay): Promise<void> {
  const update = makeUsageUpdate(companyId, { date, id, requests: 0, refused: 0 })
  const { UpdateExpression, ExpressionAttributeNames: names, ExpressionAttributeValues: values } = update
  const marks = {
    UpdateExpression: `${UpdateExpression}, #hash = :hash`,
    ExpressionAttributeNames: { ...names, '#hash': 'hash' },
    ExpressionAttributeValues: { ...values, ':hash': hash },
  }
  await updateRow(table, { ...update, ...marks })
}

/** `date`: a UTC day. `hash`: by which the key or person is found. */
export type OpenDay = { date: string; id: string; hash: string }

/** For a database transaction, which is known again when it is sent again. */
export function makeUsageWrite(companyId: string, usage: DailyUsage): Write {
  return { action: { Update: makeUsageUpdate(companyId, usage) } }
}

/** `date`: a UTC day (`2026-03-14`). `id`: of a key or a person. */
function makeUsageUpdate(companyId: string, { date, id, requests, refused }: DailyUsage) {
  return {
    Key: keys.usage(companyId, date, id),
    UpdateExpression: 'ADD requests :requests, refused :refused SET #ttl = :ttl, added_by = :call',
    ExpressionAttributeNames: { '#ttl': ttlAttribute },
    ExpressionAttributeValues: {
      ':requests': requests,
      ':refused': refused,
      ':ttl': toTtl(Date.parse(date) + (usageDays + 1) * dayMs),
      ':call': randomUUID(),
    },
  }
}

/** From the date on, by date and id. `hash`: null for a day that an earlier version has opened. */
export async function readUsage(
  table: Table,
  companyId: string,
  from: string,
): Promise<(DailyUsage & { hash: string | null })[]> {
  const { pk, sk } = keys.usage(companyId, from, '')
  const rows = await queryAll(table, ofPartition(pk, 'sk >= :from', { ':from': sk }))
  return rows.map((row) => {
    const { sk, requests, refused, hash = null } = UsageRow.parse(row)
    const [date = '', id = ''] = sk.split('#')
    return { date, id, requests, refused, hash }
  })
}
