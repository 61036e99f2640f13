import { diffItems } from '../items/item'
import type { Difference, Differences } from './difference'

/**
 * Phase 1 moves items to trash, which frees their SKUs. Phase 2 sets fields other than the SKU. Phase 3 sets SKUs and
 * restores items. Steps of one phase and `rank` do not depend on each other. `last`: the last of its item.
 */
export type RestoreStep = { difference: Difference; phase: 1 | 2 | 3; rank: number; last: boolean }

/** In the order in which they must be taken. The same differences always give the same steps. */
export function planSteps(differences: Differences): RestoreStep[] {
  const steps: RestoreStep[] = []
  const requests: SkuRequest[] = []
  for (const difference of differences.all) {
    const { wanted, present } = differences.getItems(difference)
    if (wanted === undefined) {
      steps.push({ difference, phase: 1, rank: 0, last: true })
      continue
    }
    const fields = present === undefined ? [] : Object.keys(diffItems(present, wanted))
    const needsSku = present === undefined || fields.includes('sku')
    if (fields.some((field) => field !== 'sku')) steps.push({ difference, phase: 2, rank: 0, last: !needsSku })
    if (needsSku) requests.push({ difference, wants: wanted.sku, holds: present?.sku ?? null })
  }
  const ranks = rankBySku(requests)
  steps.push(
    ...requests.map(({ difference }, index) => ({
      difference,
      phase: 3 as const,
      rank: ranks[index] ?? 0,
      last: true,
    })),
  )
  return steps.sort((a, b) => a.phase - b.phase || a.rank - b.rank)
}

/** `holds`: its present SKU, or null if it is not live. */
type SkuRequest = { difference: Difference; wants: string; holds: string | null }

/** Each item comes after the holder of the SKU it wants. In a circle, the SKU may not be free yet. */
function rankBySku(requests: SkuRequest[]): number[] {
  const holders = new Map(requests.map(({ holds }, index) => [holds, index]))
  const ranks: number[] = []
  for (const start of requests.keys()) {
    const chain = new Set<number>()
    let next: number | undefined = start
    while (next !== undefined && ranks[next] === undefined && !chain.has(next)) {
      chain.add(next)
      next = holders.get(requests[next]?.wants ?? '')
    }
    let rank = next === undefined ? 0 : (ranks[next] ?? 0) + 1
    for (const index of [...chain].reverse()) ranks[index] = rank++
  }
  return ranks
}
