import { isUsable } from '../../domain/companies/api-key'
import type { GatewayKey } from '../../runtime/gateway/read-gateway-keys'
import { findKeyOfAny } from '../../store/companies/key-row'
import { runConcurrently } from '../../store/concurrently'
import type { Table } from '../../store/table/table'

/** A key at API Gateway that opens nothing. `unknown`: the table has no such API key. */
export type OrphanedKey = GatewayKey & { why: 'unknown' | 'revoked' | 'expired' }

const readAtOnce = 16

/** Of these keys of one stack, those that open nothing, in their order. Two read units for each. */
export async function findOrphanedKeys(table: Table, present: GatewayKey[]): Promise<OrphanedKey[]> {
  const found = new Map<GatewayKey, OrphanedKey['why'] | null>()
  await runConcurrently(present, readAtOnce, async (key) => found.set(key, await findWhy(table, key.id)))
  return present.flatMap((key) => {
    const why = found.get(key)
    return why ? { ...key, why } : []
  })
}

/** Null for a key that may be used. One of a suspended company is: it may be resumed. */
async function findWhy(table: Table, keyId: string): Promise<OrphanedKey['why'] | null> {
  const row = (await findKeyOfAny(table, keyId))?.row
  if (!row) return 'unknown'
  if (isUsable(row, table.now())) return null
  return row.revoked_at === undefined ? 'expired' : 'revoked'
}

/** `until`: epoch milliseconds. `pause` waits between two removals: API Gateway admits few calls. */
type Removal = {
  remove: (key: GatewayKey) => Promise<void>
  fail: (key: GatewayKey, error: unknown) => void
  until: number
  pause: () => Promise<unknown>
}

/** `left`: orphaned keys that are still there: there was no time, the removal failed, or they were skipped. */
export type RemovedKeys = { seen: number; removed: number; left: number; skipped: number; failed: number }

/**
 * Removes keys of one stack that open nothing, until there is no time left. It can be run again, and goes on. Where the
 * table does not know most of the keys, it may be another stack's, or a new one: then the unknown keys are skipped.
 */
export async function removeOrphanedKeys(table: Table, present: GatewayKey[], removal: Removal): Promise<RemovedKeys> {
  const { remove, fail, until, pause } = removal
  const orphaned = await findOrphanedKeys(table, present)
  const known = orphaned.filter(({ why }) => why !== 'unknown')
  const isOwnTable = 2 * (orphaned.length - known.length) <= present.length
  const removable = isOwnTable ? orphaned : known
  let [removed, failed] = [0, 0]
  for (const key of removable) {
    if (table.now() >= until) break
    try {
      await remove(key)
      removed += 1
    } catch (error) {
      fail(key, error)
      failed += 1
    }
    await pause()
  }
  const skipped = orphaned.length - removable.length
  return { seen: present.length, removed, left: orphaned.length - removed, skipped, failed }
}
