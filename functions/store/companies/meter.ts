import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Table } from '../client'
import { keys } from '../schema'
import { type ApiKeyRow, parseApiKeyRow, usable } from './api-key-row'

const minuteMs = 60_000
const dayMs = 86_400_000

/** What is left of a key's limit: of the minute, or of the day where that is what is left. `resetSeconds` is UTC epoch seconds. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number }

export type Admission =
  | { outcome: 'admitted'; key: ApiKeyRow; allowance: Allowance }
  | { outcome: 'limited'; allowance: Allowance; retryAfterSeconds: number }
  | { outcome: 'unknown' }

/**
 * Spends one request of the key whose secret hashes to `hash`, exactly: one conditional update, so that of any number of callers
 * as many get in as the limit says. A second update opens a new minute or day. A clock that is behind counts in the window
 * that another one has opened.
 */
export async function spendRequest(table: Table, hash: string): Promise<Admission> {
  const now = table.now()
  let current = { minute: Math.floor(now / minuteMs), day: Math.floor(now / dayMs) }
  let row = await update(table, hash, now, { ...current, from: current })
  for (;;) {
    if (row.updated) return { outcome: 'admitted', key: row.updated, allowance: allowance(row.updated) }
    const seen = row.refused
    if (!seen || !usable(seen, now)) return { outcome: 'unknown' }
    current = { minute: Math.max(current.minute, seen.minute), day: Math.max(current.day, seen.day) }
    const limited = refusal({ ...seen, ...rolled(seen, current) }, now)
    if (limited) return limited
    row = await update(table, hash, now, { ...current, from: { minute: seen.minute, day: seen.day } })
  }
}

type Windows = { minute: number; day: number }

/** Counts one request in `to`'s windows, if the row still stands in `from`'s. What has changed window starts at 1. */
async function update(table: Table, hash: string, now: number, { from, ...to }: Windows & { from: Windows }) {
  const newMinute = to.minute !== from.minute
  const newDay = to.day !== from.day
  const conditions = ['#minute = :from_minute', '#day = :from_day', 'attribute_not_exists(revoked_at)']
  conditions.push('(attribute_not_exists(valid_until) OR valid_until > :now)')
  if (!newMinute) conditions.push('minute_count < minute_limit')
  if (!newDay) conditions.push('(attribute_not_exists(day_limit) OR day_count < day_limit)')
  const command: UpdateCommandInput = {
    TableName: table.name,
    Key: keys.apiKey(hash),
    UpdateExpression: `SET #minute = :minute, #day = :day, last_used_at = :now,
      minute_count = ${newMinute ? ':one' : 'minute_count + :one'}, day_count = ${newDay ? ':one' : 'day_count + :one'}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { '#minute': 'minute', '#day': 'day' },
    ExpressionAttributeValues: {
      ':minute': to.minute,
      ':day': to.day,
      ':from_minute': from.minute,
      ':from_day': from.day,
      ':now': now,
      ':one': 1,
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }
  try {
    const { Attributes } = await table.once.send(new UpdateCommand(command))
    return { updated: parseApiKeyRow(Attributes) }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return { refused: error.Item && parseApiKeyRow(unmarshall(error.Item)) }
  }
}

/** The counts as they stand once `to`'s windows are open. */
function rolled(row: ApiKeyRow, to: Windows) {
  return {
    ...to,
    minute_count: row.minute === to.minute ? row.minute_count : 0,
    day_count: row.day === to.day ? row.day_count : 0,
  }
}

function refusal(row: ApiKeyRow, now: number): Admission | null {
  const left = allowance(row)
  if (left.remaining > 0) return null
  return {
    outcome: 'limited',
    allowance: left,
    retryAfterSeconds: Math.max(1, Math.ceil(left.resetSeconds - now / 1_000)),
  }
}

function allowance(row: ApiKeyRow): Allowance {
  const minute = {
    limit: row.minute_limit,
    remaining: row.minute_limit - row.minute_count,
    resetSeconds: (row.minute + 1) * 60,
  }
  if (row.day_limit === undefined) return atLeastZero(minute)
  const day = { limit: row.day_limit, remaining: row.day_limit - row.day_count, resetSeconds: (row.day + 1) * 86_400 }
  return atLeastZero(day.remaining < minute.remaining || day.remaining <= 0 ? day : minute)
}

/** A plan change can leave a count above its new limit. */
function atLeastZero(left: Allowance): Allowance {
  return { ...left, remaining: Math.max(0, left.remaining) }
}
