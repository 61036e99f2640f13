import { type Allowance, computeWindows } from '../../domain/companies/allowance'
import { countStranger } from '../../store/companies/stranger-row'
import type { Table } from '../../store/table/table'

/** Of a subject in a minute (UTC): enough to look at one's invitations and to accept one. */
const perMinute = 10

/** `hash`: of the subject. Exactly as many are admitted as the limit says, however many come at once. */
export async function admitStranger(table: Table, hash: string): Promise<{ admitted: boolean; allowance: Allowance }> {
  const { minute } = computeWindows(table.now())
  const count = await countStranger(table, { hash, minute, max: perMinute })
  const remaining = count === null ? 0 : perMinute - count
  return { admitted: count !== null, allowance: { limit: perMinute, remaining, resetSeconds: (minute + 1) * 60 } }
}
