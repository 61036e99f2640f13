import { difference } from '../items/item'
import type { Difference, Differences } from './difference'

/**
 * What a restore does with one item at one time. First it trashes, which frees SKUs; then it gives items their fields back; then SKUs, and
 * items that come back, which need theirs. Steps of one `rank` do not wait for each other.
 */
export type RestoreStep = { row: Difference; phase: 1 | 2 | 3; rank: number; last: boolean }

/** The steps of a restore in the order in which they are to be taken. The same difference has the same steps. */
export function stepsOf(differences: Differences): RestoreStep[] {
  const steps: RestoreStep[] = []
  const named: Named[] = []
  for (const row of differences.all) {
    const { wanted, present } = differences.items(row)
    if (wanted === undefined) {
      steps.push({ row, phase: 1, rank: 0, last: true })
      continue
    }
    const fields = present === undefined ? [] : Object.keys(difference(present, wanted))
    const renamed = present === undefined || fields.includes('sku')
    if (fields.some((field) => field !== 'sku')) steps.push({ row, phase: 2, rank: 0, last: !renamed })
    if (renamed) named.push({ row, wants: wanted.sku, holds: present?.sku ?? null })
  }
  const ranks = ranksOf(named)
  steps.push(...named.map(({ row }, index) => ({ row, phase: 3 as const, rank: ranks[index] ?? 0, last: true })))
  return steps.sort((a, b) => a.phase - b.phase || a.rank - b.rank)
}

type Named = { row: Difference; wants: string; holds: string | null }

/** An item waits for the one that holds the SKU that it wants. Those that wait for each other wait in vain: they come as they stand. */
function ranksOf(named: Named[]): number[] {
  const holders = new Map(named.flatMap(({ holds }, index) => (holds === null ? [] : [[holds, index] as const])))
  const ranks: number[] = []
  for (let start = 0; start < named.length; start++) {
    const chain = new Set<number>()
    let next: number | undefined = start
    while (next !== undefined && ranks[next] === undefined && !chain.has(next)) {
      chain.add(next)
      next = holders.get(named[next]?.wants ?? '')
    }
    let rank = next === undefined ? 0 : (ranks[next] ?? 0) + 1
    for (const index of [...chain].reverse()) ranks[index] = rank++
  }
  return ranks
}
