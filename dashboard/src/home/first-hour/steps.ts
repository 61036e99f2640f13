import type { Account } from '../../../../client'

const stepNames = ['items', 'reorder', 'invite', 'connect'] as const
export type StepName = (typeof stepNames)[number]

/** What this browser keeps of the first hour in a company. `ticked`: what a person says is done. */
export type FirstHour = { ticked: StepName[]; hidden: boolean }

/** `isKnown`: the counts tell that it is done. Else a person ticks it. */
export type Step = { name: StepName; isDone: boolean; isKnown: boolean }

/** As many items as a company should have to begin with. */
const wantedItems = 3

/** Items in the trash do not count: an example that was cleared is there. */
export function isEmptyCompany({ items, units, orders_open }: Account['totals']): boolean {
  return items === 0 && units === 0 && orders_open === 0
}

const youngMs = 7 * 86_400_000

/** A company is led while it is empty; in its first week, until the totals tell that it has begun. On each device. */
export function isBeginning({ company, totals }: Account, now: number): boolean {
  const isYoung = now - Date.parse(company.created_at) < youngMs
  return isEmptyCompany(totals) || (isYoung && (totals.items < wantedItems || totals.low_stock === 0))
}

/** How many items are of the example, and how many reorder points there are. */
type Counts = { exampleItems: number; reorderPoints: number }

/** Connecting and inviting are for owners. */
export function listSteps({ totals, person }: Account, { ticked }: FirstHour, counts: Counts): Step[] {
  const isKnown: Partial<Record<StepName, boolean>> = {
    items: totals.items - counts.exampleItems >= wantedItems,
    reorder: counts.exampleItems === 0 && counts.reorderPoints > 0,
  }
  const shown = person.role === 'owner' ? stepNames : stepNames.slice(0, 2)
  return shown.map((name) => {
    const known = isKnown[name] === true
    return { name, isKnown: known, isDone: known || ticked.includes(name) }
  })
}

export function toggleStep(kept: FirstHour, name: StepName): FirstHour {
  const others = kept.ticked.filter((each) => each !== name)
  return { ...kept, ticked: others.length < kept.ticked.length ? others : [...others, name] }
}
