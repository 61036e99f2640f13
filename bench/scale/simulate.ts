import { simulateLoop } from './loop'
import { simulateQueue } from './queue'
import type { Simulated } from './report'
import { makeFleet, usualSpread } from './sizes'

/** `workers`: of each queue that is simulated. `largest`: the most items of a company. */
export type Stack = { companies: number; workers: number[]; seed: number; largest: number }

/** Nights of the same companies: by loops, and by a queue. */
export function simulateNights({ companies, workers, seed, largest }: Stack): Simulated[] {
  const fleet = makeFleet(companies, { ...usualSpread, seed, largest })
  return [
    { way: 'loops', outcome: simulateLoop(fleet) },
    ...workers.map((each) => ({ way: `${each} workers`, outcome: simulateQueue(fleet, { workers: each, seed }) })),
  ]
}
