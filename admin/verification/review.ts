import { findCheckedItems } from '../../functions/store/items/item-row'
import { findCheckedOrders } from '../../functions/store/orders/order-row'
import { settledAfterMs } from '../../functions/store/timing'
import type { Finding } from './finding'
import type { Inspection } from './inspection'
import { readLogGroups } from './log-groups'
import { readReceipts } from './order-rows'
import { parseTimeOfId } from './trail'
import { Trails } from './trails'

/**
 * Looks again at the items and orders that seem damaged: at all of them in one reading of the log. Rows that cannot be
 * read were found before: what follows from that is left out.
 */
export async function review(inspection: Inspection, trails: Trails): Promise<void> {
  const { table, companyId } = inspection
  const seen = group(await trails.listFindings(table, companyId))
  for (const id of seen.keys()) if (inspection.isUnreadable(id)) seen.delete(id)
  await inspection.addConfirmed(seen, async (ids) => {
    inspection.report(`looking again at ${ids.length} items and orders`)
    return group(await lookAgain(inspection, new Set(ids)))
  })
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
  const since = all.reduce((least, id) => Math.min(least, parseTimeOfId(id)), Number.POSITIVE_INFINITY)
  for await (const groups of readLogGroups(inspection, since - settledAfterMs))
    for (const { rows } of groups) trails.take(rows, table.now())
  return trails.listFindings(table, companyId)
}

function group(findings: Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding.resource, [...(groups.get(finding.resource) ?? []), finding])
  return groups
}
