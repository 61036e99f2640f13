import { readBySku } from '../items/stock'
import { type Outcome, toOutcome } from './outcomes'
import { type Change, type ImportRules, isChange, type Planned, planItem } from './plan'
import { makeRequests, type Refused, type Request, type Sending, sendItems } from './send-items'

/** Rows whose SKU was taken while the import ran are decided once more, as often as this. */
const rounds = 3

/** What a step has decided: the outcomes that are new, and how many of how many rows are sent. */
export type Step = { outcomes: Outcome[]; done: number; total: number }

export type ImportJob = Sending & {
  rules: ImportRules
  /** A request that was under way when the import was ended. It is sent first, as it was. */
  open?: Request | null
}

/** Sends the changes. What it throws has ended it: what was not yielded may or may not have been done. */
export async function* runImport(changes: Change[], { open = null, ...job }: ImportJob): AsyncGenerator<Step> {
  const sentBefore = new Set(open?.changes.map(({ row }) => row.line))
  const rest = changes.filter(({ row }) => !sentBefore.has(row.line))
  let requests = [...(open === null ? [] : [open]), ...makeRequests(rest)]
  for (let round = 0; round < rounds && requests.length > 0; round++) {
    const taken: Refused[] = []
    yield* sendAll(requests, taken, job)
    const plan = await planAgain(taken, job)
    if (plan.length > 0) yield { outcomes: plan.map((planned) => toOutcome(planned, false)), done: 0, total: 0 }
    requests = makeRequests(plan.filter(isChange))
  }
}

/** Collects the rows whose SKU was taken meanwhile. */
async function* sendAll(requests: Request[], taken: Refused[], job: Sending): AsyncGenerator<Step> {
  const total = requests.reduce((sum, { changes }) => sum + changes.length, 0)
  let done = 0
  for await (const sent of sendItems(requests, job)) {
    done += sent.length
    taken.push(...sent.filter((row) => row.action === 'refused').filter(({ code }) => code === 'sku_already_exists'))
    yield {
      outcomes: sent.map(({ planned, ...outcome }) => ({ ...toOutcome(planned, false), ...outcome })),
      done,
      total,
    }
  }
}

/** Another client made these items: perhaps an import that was killed while its last request was under way. */
async function planAgain(taken: Refused[], { client, rules }: ImportJob): Promise<Planned[]> {
  if (taken.length === 0) return []
  const { bySku } = await readBySku(client, new Set(taken.map(({ planned }) => planned.item.sku)))
  return taken.map(({ planned: { row, item } }) => ({ row, ...planItem(item, bySku.get(item.sku), rules) }))
}

/** The changes of a plan that are still open, by the outcomes that are known. */
export function listOpen(plan: Planned[], outcomes: ReadonlyMap<number, Outcome>): Change[] {
  return plan.filter(isChange).filter(({ row }) => {
    const { action, code } = outcomes.get(row.line) ?? { action: 'pending', code: null }
    // A taken SKU is decided once more at the end of a round, which may not have been reached.
    return action === 'pending' || code === 'sku_already_exists'
  })
}
