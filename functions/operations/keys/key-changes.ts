import type { ApiKey } from '../../domain/companies/api-key'
import type { KeyScope } from '../../domain/companies/caller'
import { Refusal } from '../../domain/errors'
import type { GatewayKeys, KeyMaking } from '../../runtime/gateway/gateway-keys'
import type { Vault } from '../../runtime/vault'
import type { Answer } from '../../store/commit/idempotency'
import { toApiKey } from '../../store/companies/key-row'
import * as writes from '../../store/companies/key-writes'
import type { ApiKeyRow } from '../../store/companies/principal-row'
import type { Context } from '../context'
import { commitChange, decide } from '../run-change'
import { requireMasterKey } from '../webhooks/webhook-secret'
import { draftKey, requireKey, requireRoom } from './keys'

// What the routes do with API keys. The table decides which keys work; API Gateway has to know each of them, too.

export type ApiKeyWithSecret = ApiKey & { key: string; active_in: number }

type NewKey = { name: string | null; scopes: KeyScope[]; expires_at: number | null }

/**
 * API Gateway comes first: so a key that is answered is known there. It forgets the key where the table refuses it. If
 * that fails, or the process dies between the two, `keys leftovers --stack` finds it: it opens nothing.
 */
export async function createKey(
  context: Context & { vault: Vault },
  { gateway, prefix, activeIn }: KeyMaking,
  { name, scopes, expires_at: expiresAt }: NewKey,
  render: (key: ApiKeyWithSecret) => Answer,
): Promise<ApiKeyWithSecret> {
  const { table, caller, vault } = context
  const { companyId, userId, plan, timeZone } = caller
  await Promise.all([requireRoom(table, companyId, expiresAt), requireMasterKey(table, vault)])
  const userName = caller.actor.name
  const { secret, ...draft } = draftKey(table, {
    ...{ companyId, userId, userName, plan, timeZone, name, scopes, expiresAt, prefix },
  })
  const { id } = draft.row
  try {
    await gateway.create(id, plan)
  } catch (error) {
    await gateway.remove(id) // it may have come halfway
    throw error
  }
  const result = { ...toApiKey(draft.row), key: secret, active_in: activeIn }
  try {
    const made = writes.makeCreateKeyWrites(table, caller, draft)
    await commitChange(context, async () => decide(context, { writes: made, result }), { render })
    return result
  } catch (error) {
    // Any other error leaves open whether the key was stored.
    if (error instanceof Refusal) await gateway.remove(id)
    throw error
  }
}

/** Refused with `key_not_found`. */
export async function renameKey(context: Context, id: string, patch: { name?: string | null | undefined }) {
  const { table, caller } = context
  const key = await requireKey(table, caller.companyId, id)
  const { name = key.row.name ?? null } = patch
  const result = toApiKey({ ...key.row, name: name ?? undefined })
  return decide(context, { writes: writes.makeRenameKeyWrites(table, caller, key, name), result })
}

/**
 * The table comes first: with that, the key stops working. The answer is recorded last, so that a request that is sent
 * again goes on. Refused with `key_not_found`.
 */
export async function revokeKey(
  context: Context,
  { gateway }: KeyMaking,
  id: string,
  render: () => Answer,
): Promise<void> {
  await endKey(context, gateway, id)
  await commitChange(context, async (attempt) => decide(attempt, { writes: [], result: null }), { render })
}

/** Without an answer of its own. Can be repeated. Refused with `key_not_found`. */
export async function endKey(context: Context, gateway: Pick<GatewayKeys, 'remove'>, id: string): Promise<void> {
  await commitChange(context, async (attempt) => {
    const { table, caller } = attempt
    const key = await requireKey(table, caller.companyId, id)
    return decide(attempt, { writes: writes.makeRevokeKeyWrites(table, caller, key), result: null })
  })
  await gateway.remove(id)
}

/** The key says who has made it: those of earlier versions do not. Can be repeated. */
export async function keepMaker(context: Context, { id, user_name }: ApiKeyRow, name: string): Promise<void> {
  if (user_name !== undefined) return
  await commitChange(context, async (attempt) => {
    const { hash } = await requireKey(attempt.table, attempt.caller.companyId, id)
    return decide(attempt, { writes: [writes.makeKeepMakerWrite(hash, name)], result: null })
  })
}
