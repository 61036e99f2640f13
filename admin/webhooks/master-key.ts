import type { Context } from '../../functions/operations/context'
import { keys } from '../../functions/store/table/schema'
import { type Table, tryUpdate } from '../../functions/store/table/table'
import { findKeyCheck, keyCheck } from '../../functions/store/webhooks/webhook-key-row'
import * as webhooks from '../../functions/store/webhooks/webhook-row'
import { readCompanies } from '../companies/company-pages'

export type KeyState = 'ok' | 'no secrets yet' | 'wrong'

/** Whether the master key, or the one before, is what has sealed the secrets of this table. */
export async function checkMasterKey(table: Table, vault: Sealing): Promise<KeyState> {
  const sealed = await findKeyCheck(table)
  if (sealed === null) return 'no secrets yet'
  const text = await vault.open(sealed, keyCheck.context).catch(readWrongKey)
  return text === keyCheck.text ? 'ok' : 'wrong'
}

/** `changedAt`: when the key before was replaced, in epoch milliseconds. Null where there is none. */
export type KeyVersion = { id: string; changedAt: number | null }

/** The master key of a stack, as an engineer has it. */
export type MasterKey = {
  /** Knows the keys as they are now. */
  openVault: () => Sealing
  findVersion: () => Promise<KeyVersion>
  /** Makes a new one: what was before the current one is gone. Throws where `seen` is not the current one any more. */
  change: (seen: KeyVersion) => Promise<void>
}

type Settings = {
  /** How long a function may seal under a key that was changed, in milliseconds. */
  staleMs: number
  sleep: (ms: number) => Promise<void>
  report: Report
  tell: (text: string) => void
}

/** `finished`: an earlier change was not at its end. So there is no new key. */
export type Change = Pass & { outcome: 'changed' | 'finished' }

/**
 * Changes the master key, and seals all secrets anew. Can be killed and repeated. Secrets Manager keeps two keys: so a
 * third one is made only when nothing is sealed by the first, and no function can know it for the current one any more.
 */
export async function changeMasterKey(table: Table, key: MasterKey, settings: Settings): Promise<Change> {
  const { tell, staleMs, report } = settings
  if ((await checkMasterKey(table, key.openVault())) === 'wrong')
    throw new Error('The master key is not the one that has sealed the secrets: see npx inventory webhooks check.')
  const version = await key.findVersion()
  const before = await rewrapSecrets(table, key.openVault(), report)
  requireReadable(before)
  const isRecent = version.changedAt !== null && table.now() - version.changedAt < staleMs
  const isUnfinished = before.rewrapped > 0 || isRecent
  if (isUnfinished) tell('The key was changed by a run that did not come to its end. This one ends it.')
  else await key.change(version)
  const first = isUnfinished ? before : await rewrapSecrets(table, key.openVault(), report)
  tell(
    `${first.rewrapped} sealed anew. Waits ${Math.ceil(staleMs / 60_000)} minutes: functions may still use the old key.`,
  )
  await settings.sleep(staleMs)
  const last = await rewrapSecrets(table, key.openVault(), report)
  requireReadable(last)
  return { ...last, rewrapped: first.rewrapped + last.rewrapped, outcome: isUnfinished ? 'finished' : 'changed' }
}

/** What the two keys do not open may need the one that a new one would push out. */
function requireReadable({ unreadable }: Pass): void {
  if (unreadable.length === 0) return
  throw new Error(
    `No master key opens the secrets of ${unreadable.length} webhooks: ${unreadable.join(', ')}. ` +
      'Nothing was lost by this run. Bring back the key that has sealed them, or let their owners rotate the secrets.',
  )
}

/** What opens and seals secrets: functions/runtime/vault.ts. */
export type Sealing = NonNullable<Context['vault']>

/** The form of what it seals: the id of a master key, and the sealed text. No answer of the API looks like that. */
export function isSealed(text: string): boolean {
  return /^[0-9a-f]{16}\.[\w-]{40,}$/.test(text)
}

/** `unreadable` are webhooks whose secret no master key opens: each by its company and its id. */
type Pass = { webhooks: number; rewrapped: number; unreadable: string[] }
type Report = (done: number, total: number) => void

/**
 * Seals under the current master key what the one before has sealed: secrets, and the check value. Each under a
 * condition, so it can be killed and repeated, also while webhooks are created and changed.
 */
async function rewrapSecrets(table: Table, vault: Sealing, report: Report): Promise<Pass> {
  const pass: Pass = { webhooks: 0, rewrapped: 0, unreadable: [] }
  const companies = await readCompanies(table)
  for (const [index, { id: companyId }] of companies.entries()) {
    for (const { id } of await webhooks.readWebhookRows(table, companyId)) {
      pass.webhooks++
      await rewrapWebhook(table, vault, { companyId, id }, pass)
    }
    report(index + 1, companies.length)
  }
  if (await rewrapCheck(table, vault)) pass.rewrapped++
  return pass
}

type Name = { companyId: string; id: string }

/** Reads it anew where somebody has changed its secret meanwhile. */
async function rewrapWebhook(table: Table, vault: Sealing, { companyId, id }: Name, pass: Pass): Promise<void> {
  for (;;) {
    const row = await webhooks.findWebhookRow(table, companyId, id)
    if (row === null || (await isAllCurrent(row, vault))) return
    const sealed = await sealAnew(row, vault, webhooks.nameSecret(companyId, id), table.now()).catch(readWrongKey)
    if (sealed === null) {
      pass.unreadable.push(`${companyId} ${id}`)
      return
    }
    if (await replaceSecrets(table, { companyId, id }, row, sealed)) {
      pass.rewrapped++
      return
    }
  }
}

/** For what a vault opens: null where none of its keys has sealed it. */
export function readWrongKey(error: Error): null {
  if (isWrongKey(error)) return null
  throw error
}

export function isWrongKey(error: Error): boolean {
  return error.name === 'WrongMasterKeyError'
}

async function isAllCurrent({ secret, previous_secret }: webhooks.WebhookRow, vault: Sealing): Promise<boolean> {
  return (await vault.isCurrent(secret)) && (!previous_secret || (await vault.isCurrent(previous_secret.secret)))
}

type Secrets = Pick<webhooks.WebhookRow, 'secret' | 'previous_secret'>

/** A previous secret that does not sign any more is left out. */
async function sealAnew({ secret, previous_secret }: Secrets, vault: Sealing, context: string, now: number) {
  const rewrap = async (sealed: string) => vault.seal(await vault.open(sealed, context), context)
  const previous =
    previous_secret && previous_secret.until > now
      ? { ...previous_secret, secret: await rewrap(previous_secret.secret) }
      : undefined
  return { secret: await rewrap(secret), previous_secret: previous }
}

/** False where they are not those of `seen` any more. Leases and health stay as they are. */
function replaceSecrets(table: Table, { companyId, id }: Name, seen: Secrets, sealed: Secrets): Promise<boolean> {
  const former = seen.previous_secret
  const next = sealed.previous_secret
  return tryUpdate(table, {
    Key: keys.webhook(companyId, id),
    UpdateExpression: `SET secret = :secret${next ? ', previous_secret = :next' : ' REMOVE previous_secret'}`,
    ConditionExpression: `secret = :seen AND ${former ? 'previous_secret = :former' : 'attribute_not_exists(previous_secret)'}`,
    ExpressionAttributeValues: {
      ':secret': sealed.secret,
      ':seen': seen.secret,
      ...(next && { ':next': next }),
      ...(former && { ':former': former }),
    },
  })
}

/** False where nothing was to be done. */
async function rewrapCheck(table: Table, vault: Sealing): Promise<boolean> {
  const seen = await findKeyCheck(table)
  if (seen === null || (await vault.isCurrent(seen))) return false
  const sealed = await vault.seal(await vault.open(seen, keyCheck.context), keyCheck.context)
  return tryUpdate(table, {
    Key: keys.webhookKey(),
    UpdateExpression: 'SET sealed = :sealed',
    ConditionExpression: 'sealed = :seen',
    ExpressionAttributeValues: { ':sealed': sealed, ':seen': seen },
  })
}
