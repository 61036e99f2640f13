import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { makeRandom } from '../seed'

/** How companies of a stack are spread. `exponent`: of Zipf's law. The shares of the plans add up to 1. */
export type Spread = {
  seed: number
  largest: number
  exponent: number
  rowsPerItem: number
  shares: Record<Plan, number>
}

/**
 * Assumptions. By the exponent, every tenth company has more than 100 items, every hundredth more than 10 000, and a
 * company has about 1 000 on average. An item has a change in about three days, as those of docs/costs.md have.
 */
export const usualSpread: Spread = {
  seed: 1,
  largest: 1_000_000,
  exponent: 1.5,
  rowsPerItem: 0.3,
  shares: { starter: 0.7, professional: 0.25, enterprise: 0.05 },
}

/**
 * The companies of a stack, in arrays, since there may be a million: items, log rows of the day, and the plan as its
 * place in `planNames`. The companies of a plan are one after the other, as in the table.
 */
export type Fleet = { items: Uint32Array; rows: Uint32Array; plans: Uint8Array }

/** The same for the same spread. Sizes go from 1 to `largest` items. */
export function makeFleet(count: number, spread: Spread = usualSpread): Fleet {
  const random = makeRandom(spread.seed)
  const draw = makeZipf(spread)
  const items = Uint32Array.from({ length: count }, () => draw(random()))
  // As many rows as expected on average: one item of 0.3 rows a day has one row in three of ten companies.
  const rows = items.map((size) => Math.floor(size * spread.rowsPerItem + random()))
  return { items, rows, plans: spreadPlans(count, spread.shares) }
}

/** Makes a size of a random number from 0 to 1: a size is drawn as often as its power of minus `exponent`. */
function makeZipf({ exponent, largest }: Pick<Spread, 'exponent' | 'largest'>): (uniform: number) => number {
  const tail = exponent - 1
  const rarest = (largest + 1) ** -tail
  return (uniform) => Math.min(largest, Math.floor((1 - uniform * (1 - rarest)) ** (-1 / tail)))
}

function spreadPlans(count: number, shares: Record<Plan, number>): Uint8Array {
  const plans = new Uint8Array(count)
  let [from, share] = [0, 0]
  for (const [place, plan] of planNames.entries()) {
    share += shares[plan]
    const to = place === planNames.length - 1 ? count : Math.round(count * share)
    plans.fill(place, from, to)
    from = to
  }
  return plans
}

/** The companies of a plan: from the first to before the second number. */
export function findCompaniesOfPlan({ plans }: Fleet, plan: Plan): [number, number] {
  const place = planNames.indexOf(plan)
  const [first, last] = [plans.indexOf(place), plans.lastIndexOf(place)]
  return first < 0 ? [0, 0] : [first, last + 1]
}
