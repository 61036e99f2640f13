import { Refused } from '../../domain/errors'
import type { Item, ItemFields } from '../../domain/items/item'
import { type Answer, claimKey, findAnswersOfRows, releaseKey } from '../../store/commit/idempotency'
import { concurrently } from '../../store/concurrently'
import type { Context } from '../context'
import { type Answered, type Render, runChange } from '../run-change'
import { createItem } from './item-changes'

/** Rows under way at once: enough to finish 100 in good time, few enough to leave the log's partition to others. */
const concurrency = 8
/** After this long (milliseconds) no further row is begun: those under way must end before the function's time does. */
const beginWithinMs = 10_000

/** A row as the request has it: the fields of an item, or why they are none. */
export type RequestedItem = ItemFields | Refused
/** What came of a row: the answer to it, or the error that it ended in. */
export type RowOutcome = Answered | { error: unknown }

/**
 * Creates items, each in a transaction of its own with its own answer for a retry, so that a row that fails leaves the others be. Outcomes
 * come in the order of the rows. A retry answers the rows that were created again, and tries the rest.
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
  const open = [...items.entries()].filter(([row]) => !earlier.has(row))
  await concurrently(bySku(open), concurrency, async (group) => {
    for (const [row, item] of group) {
      const ofRow = { ...context, idempotency: idempotency && { ...idempotency, row } }
      outcomes[row] = await createRow(ofRow, item, render, deadline).catch((error: unknown) => ({ error }))
    }
  })
  const settled = outcomes.filter((outcome) => outcome !== null)
  // Where it is not known whether a row took effect, the key stays taken. One that cannot be given back is no reason to fail.
  if (idempotency && settled.every((outcome) => 'error' in outcome && outcome.error instanceof Refused))
    await releaseKey(table, caller.companyId, idempotency).catch(() => {})
  return settled
}

async function createRow(
  context: Context,
  item: RequestedItem,
  render: Render<Item>,
  deadline: number,
): Promise<Answered> {
  if (item instanceof Refused) throw item
  if (performance.now() > deadline)
    throw new Refused('resource_busy', 'There was no time left for this row. Send it again.')
  return runChange(context, () => createItem(context, item), render)
}

/** Rows that share a SKU stand together, in order: they run one after the other, so that the first wins. */
function bySku(items: [row: number, item: RequestedItem][]): [row: number, item: RequestedItem][][] {
  const groups = new Map<string | number, [number, RequestedItem][]>()
  for (const [row, item] of items) {
    const key = item instanceof Refused ? row : item.sku
    groups.set(key, [...(groups.get(key) ?? []), [row, item]])
  }
  return [...groups.values()]
}
