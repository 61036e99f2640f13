import { dayMs } from '../time'
import { type Plan, planNames } from './plan'

/**
 * What is done for companies at night. `daily_snapshot`: of Enterprise companies. `upkeep`: of all; the days of the log
 * that are over are counted, and bases renewed.
 */
export const nightlyWorks = ['daily_snapshot', 'upkeep'] as const
export type NightlyWork = (typeof nightlyWorks)[number]

/** The plans whose companies get the work. Who pays most comes first. */
export function listPlansOf(work: NightlyWork): Plan[] {
  return work === 'daily_snapshot' ? ['enterprise'] : [...planNames].reverse()
}

/** A company that was not reached for so many nights is told of. */
const unreachedNights = 2

/**
 * How far a night has come. `left`: companies whose work is not done. `unreached`: those of them that had none in the
 * night before either. `oldest`: the UTC day on which the one that waits longest was done last, or created.
 */
export type NightFigures = { companies: number; done: number; left: number; unreached: number; oldest: string | null }

/** Adds up the figures of a night, which is named by its UTC day (`2026-03-14`). */
export class NightCount {
  private readonly figures: NightFigures = { companies: 0, done: 0, left: 0, unreached: 0, oldest: null }

  constructor(private readonly date: string) {}

  /**
   * `reached`: the UTC day on which the company's work was done last, or on which it was created. True where it counts
   * as unreached.
   */
  add(reached: string): boolean {
    const { figures, date } = this
    figures.companies += 1
    if (reached >= date) {
      figures.done += 1
      return false
    }
    figures.left += 1
    if (figures.oldest === null || reached < figures.oldest) figures.oldest = reached
    const isUnreached = (Date.parse(date) - Date.parse(reached)) / dayMs >= unreachedNights
    if (isUnreached) figures.unreached += 1
    return isUnreached
  }

  get result(): NightFigures {
    return { ...this.figures }
  }
}
