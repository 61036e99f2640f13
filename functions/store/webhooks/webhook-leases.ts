import { randomBytes } from 'node:crypto'
import { failingDisablesMs } from '../../domain/webhooks/health'
import * as leases from '../../domain/webhooks/leases'
import type { Webhook } from '../../domain/webhooks/webhook'
import { keys } from '../table/schema'
import { judgeWrite, type Table, type Update, updateRow } from '../table/table'
import { parseWebhookRow, type WebhookRow } from './webhook-row'

// Leases and health are attributes of the webhook's row that no settings touch: so neither overwrites the other.

/** A place among the attempts of a webhook, and its row as it was when the lease was taken or renewed. */
export type HeldLease = { companyId: string; place: leases.LeasePlace; lease: leases.Lease; row: WebhookRow }

/** What an attempt says of its webhook. `url`: where it went. `at`: when it began, in epoch milliseconds. */
export type HealthReport = { succeeded: boolean; at: number; url: string; disabling: Webhook['disabled_reason'] }

/** Tries that others' leases may cost before the delivery waits. */
const tries = 8

/** Null where the delivery must wait, or where the webhook is gone. `seen`: the row, which may be old. */
export async function takeLease(
  table: Table,
  companyId: string,
  seen: WebhookRow,
  deliveryId: string,
): Promise<HeldLease | null> {
  let row: WebhookRow | null = seen
  for (let count = 0; row && count < tries; count++) {
    const now = table.now()
    const place = leases.findFreePlace(row, deliveryId, now)
    if (place === null) return null
    const lease = draftLease(deliveryId, now)
    const answer = await updateWebhook(table, companyId, row.id, [putLease(place, lease), requireFree(row, place, now)])
    const isOurs = answer.done || isHeld(answer.row, place, lease) // the answer to the first sending may be lost
    if (isOurs && answer.row) return { companyId, place, lease, row: answer.row }
    row = answer.row
  }
  return null
}

/** For another delivery. Null where the lease was lost: it had expired, or the webhook is gone. */
export async function renewLease(
  table: Table,
  held: HeldLease,
  deliveryId: string,
  report: HealthReport | null,
): Promise<HeldLease | null> {
  const lease = draftLease(deliveryId, table.now())
  const health = report ? [recordHealth(report)] : []
  const changes = [putLease(held.place, lease), requireHeld(held), ...health]
  const { done, row } = await updateWebhook(table, held.companyId, held.row.id, changes)
  return row && (done || isHeld(row, held.place, lease)) ? { ...held, lease, row } : null
}

/** Says what the attempt says of the webhook, also where the lease was lost. */
export async function releaseLease(table: Table, held: HeldLease, report: HealthReport | null): Promise<void> {
  const release = [{ remove: [`lease_${held.place}`] }, requireHeld(held)]
  const health = report ? [recordHealth(report)] : []
  const ways = [
    ...(report?.disabling ? [[...release, ...health, disable(report, report.disabling, table.now())]] : []),
    [...release, ...health],
    ...(report ? [health] : []),
  ]
  for (const changes of ways) {
    const { done, row } = await updateWebhook(table, held.companyId, held.row.id, changes)
    if (done || !row) return
  }
}

type Change = {
  set?: string[]
  remove?: string[]
  conditions?: string[]
  names?: Record<string, string>
  values?: Record<string, unknown>
}

function draftLease(deliveryId: string, now: number): leases.Lease {
  return { until: now + leases.leaseMs, delivery_id: deliveryId, holder: randomBytes(6).toString('base64url') }
}

function putLease(place: leases.LeasePlace, lease: leases.Lease): Change {
  return { set: [`lease_${place} = :lease`], values: { ':lease': lease } }
}

function requireHeld({ place, lease }: HeldLease): Change {
  return { conditions: [`lease_${place} = :held`], values: { ':held': lease } }
}

/** One at a time where five have failed: then all places must be free. */
function requireFree({ failures }: WebhookRow, place: leases.LeasePlace, now: number): Change {
  const careful = failures >= leases.failuresUntilCareful
  const isFree = (each: leases.LeasePlace) => `(attribute_not_exists(lease_${each}) OR lease_${each}.#until <= :now)`
  const few = '(attribute_not_exists(failures) OR failures < :many)'
  return {
    conditions: careful ? leases.leasePlaces.map(isFree) : [isFree(place), few],
    names: { '#until': 'until' },
    values: { ':now': now, ...(careful ? {} : { ':many': leases.failuresUntilCareful }) },
  }
}

function recordHealth({ succeeded, at }: HealthReport): Change {
  if (succeeded) return { set: ['failures = :zero'], remove: ['failing_since'], values: { ':zero': 0 } }
  return {
    set: ['failures = if_not_exists(failures, :zero) + :one', 'failing_since = if_not_exists(failing_since, :at)'],
    values: { ':zero': 0, ':one': 1, ':at': at },
  }
}

/** Unless its settings say meanwhile that another URL counts, or an attempt has succeeded. */
function disable({ url }: HealthReport, reason: NonNullable<Webhook['disabled_reason']>, now: number): Change {
  const set = ['#status = :disabled', 'disabled_reason = :reason', 'rev = rev + :one']
  const conditions = ['#status = :active', '#url = :url']
  const values = { ':disabled': 'disabled', ':reason': reason, ':active': 'active', ':url': url, ':one': 1 }
  const stamp = { ':updated': new Date(now).toISOString(), ':system': 'system' }
  const failing = reason === 'failing'
  return {
    set: [...set, 'updated_at = :updated', 'updated_by = :system'],
    conditions: [...conditions, ...(failing ? ['failing_since <= :limit'] : [])],
    names: { '#status': 'status', '#url': 'url' },
    values: { ...values, ...stamp, ...(failing ? { ':limit': now - failingDisablesMs } : {}) },
  }
}

function isHeld(row: WebhookRow | null, place: leases.LeasePlace, lease: leases.Lease): boolean {
  return row?.[`lease_${place}`]?.holder === lease.holder
}

/** `row`: as it is now. Null: it is gone. */
async function updateWebhook(table: Table, companyId: string, id: string, changes: Change[]) {
  const set = changes.flatMap((change) => change.set ?? [])
  const remove = changes.flatMap((change) => change.remove ?? [])
  const names = Object.assign({}, ...changes.map((change) => change.names))
  const update: Update = {
    Key: keys.webhook(companyId, id),
    UpdateExpression: [formatClause('SET', set), formatClause('REMOVE', remove)].join(' ').trim(),
    ConditionExpression: ['attribute_exists(pk)', ...changes.flatMap(({ conditions = [] }) => conditions)].join(
      ' AND ',
    ),
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...formatValues(changes),
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }
  const { done, row } = await judgeWrite(updateRow(table, update))
  return { done, row: row ? parseWebhookRow(row) : null }
}

function formatClause(verb: string, parts: string[]): string {
  return parts.length > 0 ? `${verb} ${parts.join(', ')}` : ''
}

function formatValues(changes: Change[]) {
  const values: Record<string, unknown> = Object.assign({}, ...changes.map((change) => change.values))
  return Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}
}
