import type { SheetRow } from '../sheet/sheet'
import type { Problem } from './item-rows'
import { isChange, type Planned } from './plan'

/**
 * What has become of a row. `pending`: the import ended before, so that it may or may not have been done. `code`: of a
 * refusal by the service.
 */
export type Outcome = {
  row: SheetRow
  action: Planned['action'] | 'pending'
  sku: string
  id: string | null
  problem: Problem | null
  code: string | null
}

/** What is known before a change is sent. In a dry run, it is what would be done. */
export function toOutcome(planned: Planned, dryRun: boolean): Outcome {
  const { row, action } = planned
  const isOpen = isChange(planned) && !dryRun
  return {
    row,
    action: isOpen ? 'pending' : action,
    sku: 'item' in planned ? planned.item.sku : '',
    id: 'id' in planned ? planned.id : null,
    problem: 'problem' in planned ? planned.problem : null,
    code: null,
  }
}

/** `open`: not sent, or sent without an answer. */
const others = { unchanged: 'unchanged', repeated: 'repeated', refused: 'refused', pending: 'open' }
const done = { create: 'created', update: 'updated', ...others }
const wanted = { create: 'to create', update: 'to update', ...others }

/** What each action is called. */
export function nameActions(dryRun: boolean): Record<Outcome['action'], string> {
  return dryRun ? wanted : done
}

/** How many rows have each outcome, in the order in which they are listed. Those that none has are left out. */
export function countOutcomes(outcomes: Outcome[], dryRun: boolean): { action: string; word: string; rows: number }[] {
  return Object.entries(nameActions(dryRun))
    .map(([action, word]) => ({ action, word, rows: outcomes.filter((each) => each.action === action).length }))
    .filter(({ rows }) => rows > 0)
}
