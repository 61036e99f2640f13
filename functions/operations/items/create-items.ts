import { Refusal } from '../../domain/errors'
import type { Item, ItemFields } from '../../domain/items/item'
import { type Answer, claimKey, findAnswersOfRows, releaseKey } from '../../store/commit/idempotency'
import { runConcurrently } from '../../store/concurrently'
import type { Context } from '../context'
import { type AnswerOutcome, type Render, runChange } from '../run-change'
import { createItem } from './item-changes'

/** Enough to finish 100 rows in time, few enough to leave capacity of the log's partition to others. */
const concurrency = 8
/** No row is started after this time. The rows already started must end before the function's timeout. */
const beginWithinMs = 10_000

/** A row of the request: the fields of an item, or a refusal where they are not valid. */
export type RequestedItem = ItemFields | Refusal
export type RowOutcome = AnswerOutcome | { error: unknown }

/**
 * Each row has its own database transaction and answer, so a row that fails does not affect the others. A retry returns
 * the answers of the rows that were created, and tries the others again.
 */
export async function createItems(
  context: Context,
  items: RequestedItem[],
  render: Render<Item>,
): Promise<RowOutcome[]> {
  const { table, caller, idempotency } = context
  const deadline = performance.now() + beginWithinMs
  if (idempotency) await claimKey(table, caller.companyId, idempotency)
  const earlier = idempotency
    ? await findAnswersOfRows(table, caller.companyId, idempotency)
    : new Map<number, Answer>()
  const outcomes = items.map((_, row): RowOutcome | null => {
    const answer = earlier.get(row)
    return answer ? { answer, replayed: true } : null
  })
  const openRows = [...items.entries()].filter(([row]) => !earlier.has(row))
  await runConcurrently(groupBySku(openRows), concurrency, async (group) => {
    for (const [row, item] of group) {
      const ofRow = { ...context, idempotency: idempotency && { ...idempotency, row } }
      outcomes[row] = await createRow(ofRow, item, render, deadline).catch((error: unknown) => ({ error }))
    }
  })
  const settled = outcomes.filter((outcome) => outcome !== null)
  // The key stays claimed where it is unknown whether a row took effect. Failing to release it is not an error.
  if (idempotency && settled.every((outcome) => 'error' in outcome && outcome.error instanceof Refusal))
    await releaseKey(table, caller.companyId, idempotency).catch(() => {})
  return settled
}

async function createRow(
  context: Context,
  item: RequestedItem,
  render: Render<Item>,
  deadline: number,
): Promise<AnswerOutcome> {
  if (item instanceof Refusal) throw item
  if (performance.now() > deadline)
    throw new Refusal('resource_busy', 'There was no time left for this row. Send it again.')
  return runChange(context, () => createItem(context, item), render)
}

/** The rows of a group run one after the other, so that the first one wins. */
function groupBySku(items: [row: number, item: RequestedItem][]): [row: number, item: RequestedItem][][] {
  const groups = new Map<string | number, [number, RequestedItem][]>()
  for (const [row, item] of items) {
    const key = item instanceof Refusal ? row : item.sku
    groups.set(key, [...(groups.get(key) ?? []), [row, item]])
  }
  return [...groups.values()]
}
