import { Refusal } from '../../domain/errors'
import { maxWebhooks, type Webhook, type WebhookChange, type WebhookFields } from '../../domain/webhooks/webhook'
import { keys } from '../table/schema'
import { putNew, type Write } from '../table/transact'
import type { WebhookRow } from './webhook-row'

// A change touches what it sets, and nothing else: attempts write leases and health into the same row.

/**
 * `secret` is sealed. Refused with `limit_exceeded` where the company has as many as it may have, and with `forbidden`
 * where it was suspended since the request was admitted: its webhooks know that, and this one would not.
 */
export function makeCreateWrites(companyId: string, webhook: Webhook, secret: string): Write[] {
  const Item = { ...keys.webhook(companyId, webhook.id), ...webhook, secret, failures: 0 }
  const count = makeCountUpdate(companyId, 1)
  const bound = {
    ConditionExpression: 'attribute_not_exists(n) OR n < :max',
    ExpressionAttributeValues: { ...count.ExpressionAttributeValues, ':max': maxWebhooks },
  }
  const message = `A company has at most ${maxWebhooks} webhooks: delete one, or change one.`
  const refusal = new Refusal('limit_exceeded', message, 'url')
  const company = { Key: keys.company(companyId), ConditionExpression: 'attribute_not_exists(suspended_at)' }
  const suspended = new Refusal('forbidden', 'The company is suspended.')
  return [
    { action: putNew(Item) },
    { action: { Update: { ...count, ...bound } }, refusal },
    { action: { ConditionCheck: company }, refusal: suspended },
  ]
}

type Settings = WebhookFields & Pick<Webhook, 'disabled_reason'>

/** Of the settings, those that are new. */
export function makeUpdateWrite(companyId: string, { before, after, isRevived }: WebhookChange): Write {
  const { url, events, description, status, disabled_reason } = after
  const settings: Settings = { url, events, description, status, disabled_reason }
  const remove = isRevived ? ['failures', 'failing_since'] : []
  return makeWrite(companyId, before, { set: { ...settings, ...stamp(after) }, remove })
}

/** `secret` is sealed. The one before it signs until `until`, in epoch milliseconds. */
export function makeRotateWrite(
  companyId: string,
  { before, after, secret, until }: { before: WebhookRow; after: Webhook; secret: string; until: number },
): Write {
  const previous_secret = { secret: before.secret, until }
  return makeWrite(companyId, before, { set: { secret, previous_secret, ...stamp(after) } })
}

export function makeDeleteWrites(companyId: string, id: string): Write[] {
  const Key = keys.webhook(companyId, id)
  return [
    { action: { Delete: { Key, ConditionExpression: 'attribute_exists(pk)' } } },
    { action: { Update: makeCountUpdate(companyId, -1) } },
  ]
}

function makeCountUpdate(companyId: string, change: 1 | -1) {
  return {
    Key: keys.webhookCount(companyId),
    UpdateExpression: 'ADD n :change',
    ExpressionAttributeValues: { ':change': change },
  }
}

function stamp({ updated_at, updated_by, rev }: Webhook): object {
  return { updated_at, updated_by, rev }
}

/** Unless the webhook has changed. */
function makeWrite(
  companyId: string,
  { id, rev, status }: Pick<Webhook, 'id' | 'rev' | 'status'>,
  { set, remove = [] }: { set: object; remove?: string[] },
): Write {
  const names = Object.keys(set)
  const clauses = [
    `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ...(remove.length > 0 ? [`REMOVE ${remove.join(', ')}`] : []),
  ]
  const values = Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value]))
  const Update = {
    Key: keys.webhook(companyId, id),
    UpdateExpression: clauses.join(' '),
    ConditionExpression: '#rev = :seen_rev AND #status = :seen_status',
    ExpressionAttributeNames: {
      '#status': 'status',
      '#rev': 'rev',
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: { ':seen_rev': rev, ':seen_status': status, ...values },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
  return { action: { Update } }
}
