import { findCheckedItems } from '../../../store/items/item-row'
import { findCheckedOrders } from '../../../store/orders/order-row'
import { settledAfterMs } from '../../../store/timing'
import type { Finding } from './finding'
import { areAlike, type Inspection, maxLooks, waitBetweenLooks } from './inspection'
import { readLogGroups } from './log-groups'
import { readReceipts } from './order-rows'
import { readTimeOfId } from './trail'
import { Trails } from './trails'

/**
 * Looks again at the items and orders that seem damaged, all in one reading of the log, until two looks at each agree.
 * Rows that cannot be read were found before: what follows from that is left out.
 */
export async function review(inspection: Inspection, trails: Trails): Promise<void> {
  const { table, companyId } = inspection
  let seen = group(await trails.listFindings(table, companyId))
  for (const id of seen.keys()) if (inspection.isUnreadable(id)) seen.delete(id)
  for (let looks = 1; seen.size > 0; looks++) {
    inspection.report(`looking again at ${seen.size} items and orders`)
    await table.sleep(waitBetweenLooks)
    const next = group(await lookAgain(inspection, new Set(seen.keys())))
    for (const [id, findings] of next)
      if (looks === maxLooks || areAlike(findings, seen.get(id) ?? [])) {
        inspection.add(...findings)
        next.delete(id)
      }
    seen = next
  }
}

/** Rows first, then the log since the oldest of them: an id has the time at which it was made. */
export async function lookAgain(inspection: Inspection, ids: Set<string>): Promise<Finding[]> {
  if (ids.size === 0) return []
  const { table, companyId } = inspection
  const trails = new Trails(ids)
  const all = [...ids]
  for (const { value } of (await findCheckedItems(table, companyId, all)).values()) if (value) trails.addItem(value)
  for (const { value } of (await findCheckedOrders(table, companyId, all)).values())
    if (value) await readReceipts(inspection, trails.addOrder(value))
  const since = all.reduce((least, id) => Math.min(least, readTimeOfId(id)), Number.POSITIVE_INFINITY)
  for await (const groups of readLogGroups(inspection, since - settledAfterMs))
    for (const { rows } of groups) trails.take(rows, table.now())
  return trails.listFindings(table, companyId)
}

function group(findings: Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding.resource, [...(groups.get(finding.resource) ?? []), finding])
  return groups
}
