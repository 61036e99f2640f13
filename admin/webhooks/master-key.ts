import type { Table } from '../../functions/store/table/table'
import { findKeyCheck, keyCheck } from '../../functions/store/webhooks/webhook-key-row'
import { type Pass, type Report, readWrongKey, rewrapSecrets, type Sealing } from './rewrap-secrets'

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
