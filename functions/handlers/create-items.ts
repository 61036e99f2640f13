import { CreateItem, Item } from '../contract/item'
import { refusedInput } from '../contract/problem'
import { concurrently } from '../domain/concurrently'
import { Refused } from '../domain/errors'
import { handle, type Request } from '../http/handle'
import { answerOnce } from '../http/idempotency'
import { answerTo } from '../http/problems'
import { routes } from '../routes'
import { claimKey, findAnswersOfRows, releaseKey } from '../store/commit/idempotency'
import { addItem } from '../store/items/item-changes'

/** Rows under way at once: enough to finish 100 in good time, few enough to leave the log's partition to others. */
const concurrency = 8
/** After this long (milliseconds) no further row is begun: those under way must end before the function's time does. */
const beginWithinMs = 10_000

type Batch = Request<(typeof routes)['create-items']>
type Row = { index: number; parsed: ReturnType<typeof CreateItem.safeParse> }

export const handler = handle(routes['create-items'], async (batch) => {
  const { table, caller, body, idempotency } = batch
  const deadline = performance.now() + beginWithinMs
  if (idempotency) await claimKey(table, caller.companyId, idempotency)
  const answered = idempotency ? await findAnswersOfRows(table, caller.companyId, idempotency) : new Map()
  const rows = body.items.map((row, index) => ({ index, parsed: CreateItem.safeParse(row) }))
  const open = rows.filter(({ index }) => !answered.has(index))
  const made: Awaited<ReturnType<typeof create>>[] = []
  await concurrently(bySku(open), concurrency, async (group) => {
    for (const row of group) made.push(await create(batch, row, deadline))
  })
  const again = [...answered].map(([index, { body }]) => ({
    index,
    status: 201 as const,
    item: JSON.parse(body),
    replayed: true,
  }))
  const data = [...made, ...again].sort((a, b) => a.index - b.index)
  if (idempotency && data.every(({ status }) => status !== 201)) await releaseKey(table, caller.companyId, idempotency)
  return { body: { data }, replayed: data.some(({ replayed }) => replayed) }
})

async function create({ table, caller, idempotency }: Batch, { index, parsed }: Row, deadline: number) {
  try {
    if (!parsed.success) throw refusedInput(parsed.error, `items[${index}]`)
    if (performance.now() > deadline)
      throw new Refused('resource_busy', 'There was no time left for this row. Send it again.')
    const { answer, replayed } = await answerOnce(
      { table, caller, idempotency, row: index },
      (keep) => addItem(table, caller, parsed.data, keep),
      (item) => ({ status: 201, body: JSON.stringify(Item.parse(item)), etag: null, warning: null }),
    )
    return { index, status: 201 as const, item: JSON.parse(answer.body), replayed }
  } catch (error) {
    const { status, body } = answerTo(error, caller.requestId)
    return { index, status, error: body.error, replayed: false }
  }
}

/** Rows that share a SKU stand together, in order: they run one after the other, so that the first wins. */
function bySku(rows: Row[]): Row[][] {
  const groups = new Map<string | number, Row[]>()
  for (const row of rows) {
    const key = row.parsed.success ? row.parsed.data.sku : row.index
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}
