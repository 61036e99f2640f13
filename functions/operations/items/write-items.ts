import { Refusal } from '../../domain/errors'
import type { Item, ItemFields, ItemPatch } from '../../domain/items/item'
import { type Answer, findAnswersOfRows } from '../../store/commit/idempotency'
import { putOffWaits } from '../../store/commit/late-answers'
import { runConcurrently } from '../../store/concurrently'
import { estimateLogUnits } from '../../store/log/log-writes'
import { keepWriteRate } from '../companies/write-rate'
import type { Context } from '../context'
import { type GivenAnswer, runChange } from '../run-change'
import { createItem, deleteItem, updateItem, upsertItem } from './item-changes'

/** Enough to finish 100 rows in time, few enough to leave capacity of the log's partition to others. */
const concurrency = 8
/** No row is started after this time. The rows already started must end before the function's timeout. */
const beginWithinMs = 10_000

/** Changes of the item that has the SKU, or where there is none, `otherwise`. */
type Upsert = { upsert: ItemPatch & { sku: string }; otherwise: ItemFields | Refusal }
/** A row of the request: a new item, changes of an item (`fields` null: to trash), or a refusal of a row not valid. */
export type ItemRow =
  | { create: ItemFields }
  | { id: string; revision: number | null; fields: ItemPatch | null }
  | Upsert
  | Refusal
export type RowAnswer = GivenAnswer | { error: unknown }
type RenderRow = (item: Item, status: 200 | 201 | 204) => Answer

/**
 * Each row has its own database transaction and answer, so a row that fails does not affect the others. A retry returns
 * the answers of the rows that were committed, and tries the others again: only these keep the company's write rate.
 * Refused as a whole with `resource_busy` where they do not fit yet.
 */
export async function writeItems(request: Context, rows: ItemRow[], render: RenderRow): Promise<RowAnswer[]> {
  const { table, wait } = putOffWaits(request.table)
  const context = { ...request, table }
  const { caller, idempotency } = context
  const deadline = performance.now() + beginWithinMs
  const earlier = idempotency
    ? await findAnswersOfRows(table, caller.companyId, idempotency)
    : new Map<number, Answer>()
  const answers = rows.map((_, index): RowAnswer | null => {
    const answer = earlier.get(index)
    return answer ? { answer, replayed: true } : null
  })
  const openRows = [...rows.entries()].filter(([index]) => !earlier.has(index))
  await keepWriteRate(context, openRows.flatMap(listFields), estimateLogUnits)
  const namesOfRows = await nameRows(context, rows)
  let claimed = idempotency === null || earlier.size > 0
  const writeGroup = async (group: [index: number, row: ItemRow][]) => {
    for (const [index, row] of group) {
      const rowContext = { ...context, idempotency: idempotency && { ...idempotency, row: index, claims: !claimed } }
      const answer = await writeRow(rowContext, row, render, deadline).catch((error: unknown) => ({ error }))
      if ('error' in answer && !claimed && isReuse(answer.error)) throw answer.error
      claimed ||= 'answer' in answer
      answers[index] = answer
    }
  }
  // One after the other, until one has committed: it claims the key, and no other request can have an effect under it.
  const groups = groupByName(openRows, namesOfRows)
  while (!claimed && groups.length > 0) await writeGroup(groups.shift() ?? [])
  await runConcurrently(groups, concurrency, writeGroup)
  await wait()
  return answers.filter((answer) => answer !== null)
}

function isReuse(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'idempotency_key_reused'
}

/** What a row will write. A row that is not valid writes nothing. */
function listFields([, row]: [index: number, row: ItemRow]): object[] {
  if (row instanceof Refusal) return []
  if ('create' in row) return [row.create]
  return ['upsert' in row ? row.upsert : (row.fields ?? {})]
}

async function writeRow(context: Context, row: ItemRow, render: RenderRow, deadline: number): Promise<GivenAnswer> {
  if (row instanceof Refusal) throw row
  if (performance.now() > deadline)
    throw new Refusal('resource_busy', 'There was no time left for this row. Send it again.')
  if ('create' in row)
    return runChange(
      context,
      (change) => createItem(change, row.create),
      (item) => render(item, 201),
    )
  if ('upsert' in row) return upsertRow(context, row, render)
  const { id, fields, revision } = row
  return runChange(
    context,
    (change) => (fields ? updateItem(change, id, fields, revision) : deleteItem(change, id, revision)),
    ({ item }) => render(item, fields ? 200 : 204),
  )
}

/** Where another request makes the item first, that item is changed. */
async function upsertRow(context: Context, { upsert, otherwise }: Upsert, render: RenderRow): Promise<GivenAnswer> {
  const run = () =>
    runChange(
      context,
      (change) => upsertItem(change, upsert, otherwise),
      ({ item, created }) => render(item, created ? 201 : 200),
    )
  return run().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'sku_already_exists') return run()
    throw error
  })
}

/** The items and SKUs that a row may take or free. */
type Names = string[]

async function nameRows({ reader }: Context, rows: ItemRow[]): Promise<Names[]> {
  const names = rows.map((row, index): Names => {
    if (row instanceof Refusal) return [`row ${index}`]
    if ('create' in row) return [`sku ${row.create.sku}`]
    if ('upsert' in row) return [`sku ${row.upsert.sku}`]
    return [`id ${row.id}`, ...(row.fields?.sku === undefined ? [] : [`sku ${row.fields.sku}`])]
  })
  if (rows.length === 1) return names
  const upserts = rows.some((row) => 'upsert' in row)
  const renamed = rows.map((row) => 'id' in row && (upserts || row.fields?.sku !== undefined || !row.fields) && row.id)
  const items = await reader.items(new Set(renamed.filter((id) => id !== false)))
  for (const [index, id] of renamed.entries()) {
    const item = id === false ? undefined : items.get(id)
    if (item) names[index]?.push(`sku ${item.sku}`)
  }
  return names
}

/** Rows that share an item or a SKU run one after the other, so that the first one wins. */
function groupByName(rows: [index: number, row: ItemRow][], namesOfRows: Names[]): [index: number, row: ItemRow][][] {
  const groups = new Map<string, [number, ItemRow][]>()
  const listNames = (index: number) => namesOfRows[index] ?? []
  for (const entry of rows) {
    const joined = [...new Set(listNames(entry[0]).map((name) => groups.get(name) ?? []))].flat()
    const group = [...joined, entry].sort(([a], [b]) => a - b)
    for (const name of group.flatMap(([index]) => listNames(index))) groups.set(name, group)
  }
  return [...new Set(groups.values())]
}
