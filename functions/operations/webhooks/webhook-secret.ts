import { randomBytes } from 'node:crypto'
import type { Caller } from '../../domain/companies/caller'
import type { Vault } from '../../runtime/vault'
import type { Table } from '../../store/table/table'
import { findKeyCheck, keyCheck, putKeyCheck } from '../../store/webhooks/webhook-key-row'
import { nameSecret } from '../../store/webhooks/webhook-row'

/** In the form of Standard Webhooks: 256 random bits in base64. `sealed` is what is stored. */
export async function makeSecret(
  vault: Vault,
  { companyId }: Caller,
  webhookId: string,
): Promise<{ secret: string; sealed: string }> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: await vault.seal(secret, nameSecret(companyId, webhookId)) }
}

/**
 * All secrets of a stack are sealed under one master key, or under one that it replaces. Throws where the vault has
 * another: what it sealed could not be opened beside the rest.
 */
export async function requireMasterKey(table: Table, vault: Vault): Promise<void> {
  const known = await findKeyCheck(table)
  if (known === null && (await putKeyCheck(table, await vault.seal(keyCheck.text, keyCheck.context)))) return
  const sealed = known ?? (await findKeyCheck(table))
  if (sealed === null) throw new Error('the check value of the master key was deleted')
  await vault.open(sealed, keyCheck.context)
}
