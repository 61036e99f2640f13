import type { AccessChange } from '../../domain/companies/access-log'
import { chooseStamp, touch } from '../../domain/revision'
import { makeInsideRefusal, requireEndpoint } from '../../domain/webhooks/endpoint'
import * as rules from '../../domain/webhooks/webhook'
import type { Vault } from '../../runtime/vault'
import { draftChangeset } from '../../store/commit/changeset'
import { makeAccessWrite } from '../../store/log/access-row'
import type { Write } from '../../store/table/transact'
import { makeUlid } from '../../store/time/ulids'
import { toWebhook } from '../../store/webhooks/webhook-row'
import * as writes from '../../store/webhooks/webhook-writes'
import type { Context } from '../context'
import type { Decision } from '../run-change'
import { getWebhook, getWebhookRow } from './read-webhooks'
import { makeSecret, requireMasterKey } from './webhook-secret'

/** Where webhooks may lead. `mayBeReached`: false where a host is, or resolves to, an address that is not public. */
export type Reach = { local: boolean; mayBeReached: (hostname: string) => Promise<boolean> }

export type WebhookWithSecret = rules.Webhook & { secret: string }

/** How long the secret before signs beside a new one. */
const overlapMs = 24 * 3_600_000

/** Refused with `invalid_request` for the URL, and with `limit_exceeded`. */
export async function createWebhook(
  context: Context & { vault: Vault },
  reach: Reach,
  fields: Omit<rules.WebhookFields, 'status'>,
): Promise<Decision<WebhookWithSecret>> {
  const { table, caller, vault } = context
  await Promise.all([requireUrl(reach, fields.url), requireMasterKey(table, vault)])
  const at = table.now()
  const webhook = rules.decideWebhookCreation(`whk_${makeUlid(at)}`, fields, caller.userId, at)
  const { secret, sealed } = await makeSecret(vault, caller, webhook.id)
  const log = makeLog(context, webhook, { action: 'webhook.created', changes: rules.listShownChanges(null, webhook) })
  const more = [...writes.makeCreateWrites(caller.companyId, webhook, sealed), log]
  return { changeset: draftChangeset(caller, at, { more }), result: { ...webhook, secret } }
}

/** A URL that stays is not looked at again. Refused with `webhook_not_found`, and for the URL. */
export async function updateWebhook(
  context: Context,
  reach: Reach,
  id: string,
  patch: rules.WebhookPatch,
): Promise<Decision<rules.Webhook>> {
  const { table, caller } = context
  const webhook = await getWebhook(context, id)
  const at = chooseStamp([webhook], table.now())
  const change = rules.decideWebhookUpdate(webhook, patch, caller.userId, at)
  if (!change) return { changeset: draftChangeset(caller, at, {}), result: webhook }
  if (change.after.url !== webhook.url) await requireUrl(reach, change.after.url)
  const changes = rules.listShownChanges(webhook, change.after)
  const log = makeLog(context, webhook, { action: 'webhook.updated', changes })
  const more = [writes.makeUpdateWrite(caller.companyId, change), log]
  return { changeset: draftChangeset(caller, at, { more }), result: change.after }
}

/** Its deliveries expire by themselves. Refused with `webhook_not_found`. */
export async function deleteWebhook(context: Context, id: string): Promise<Decision<null>> {
  const { table, caller } = context
  const webhook = await getWebhook(context, id)
  const log = makeLog(context, webhook, { action: 'webhook.deleted' })
  const more = [...writes.makeDeleteWrites(caller.companyId, id), log]
  return { changeset: draftChangeset(caller, table.now(), { more }), result: null }
}

/** Refused with `webhook_not_found`. */
export async function rotateSecret(
  context: Context & { vault: Vault },
  id: string,
): Promise<Decision<WebhookWithSecret>> {
  const { table, caller, vault } = context
  const before = await getWebhookRow(context, id)
  await requireMasterKey(table, vault)
  const at = chooseStamp([before], table.now())
  const { secret, sealed } = await makeSecret(vault, caller, id)
  const after = touch({ ...toWebhook(before), updated_by: caller.userId }, at)
  const rotation = { before, after, secret: sealed, until: at + overlapMs }
  const log = makeLog(context, before, { action: 'webhook.secret_rotated' })
  const more = [writes.makeRotateWrite(caller.companyId, rotation), log]
  return { changeset: draftChangeset(caller, at, { more }), result: { ...after, secret } }
}

/** `webhook`: as it was before. */
function makeLog(
  { table, caller }: Context,
  webhook: Pick<rules.Webhook, 'id' | 'url'>,
  change: Omit<AccessChange, 'subject'>,
): Write {
  const subject = { type: 'webhook', id: webhook.id, name: rules.nameWebhook(webhook) } as const
  return makeAccessWrite(table, caller, { ...change, subject })
}

async function requireUrl({ local, mayBeReached }: Reach, url: string): Promise<void> {
  const { hostname } = requireEndpoint(url, { local })
  if (!(await mayBeReached(hostname))) throw makeInsideRefusal()
}
