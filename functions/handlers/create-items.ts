import { CreateItem } from '../contract/item'
import { refusedInput } from '../contract/problem'
import type { Caller } from '../domain/caller'
import { Refused } from '../domain/errors'
import { handle } from '../http/handle'
import { answerTo } from '../http/problems'
import { routes } from '../routes'
import type { Table } from '../store/client'
import { addItem } from '../store/item-changes'

/** Rows under way at once: enough to finish 100 in good time, few enough to leave the log's partition to others. */
const concurrency = 8
/** After this long (milliseconds) no further row is begun: those under way must end before the function's time does. */
const beginWithinMs = 10_000

export const handler = handle(routes['create-items'], async ({ table, caller, body }) => {
  const rows = body.items.map((row, index) => ({ index, parsed: CreateItem.safeParse(row) }))
  const deadline = performance.now() + beginWithinMs
  const data = await inLanes(bySku(rows), (row) => create(table, caller, row, deadline))
  return { body: { data: data.sort((a, b) => a.index - b.index) } }
})

type Row = { index: number; parsed: ReturnType<typeof CreateItem.safeParse> }

async function create(table: Table, caller: Caller, { index, parsed }: Row, deadline: number) {
  try {
    if (!parsed.success) throw refusedInput(parsed.error, `items[${index}]`)
    if (performance.now() > deadline)
      throw new Refused('resource_busy', 'There was no time left for this row. Send it again.')
    return { index, status: 201 as const, item: await addItem(table, caller, parsed.data) }
  } catch (error) {
    const { status, body } = answerTo(error, caller.requestId)
    return { index, status, error: body.error }
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

async function inLanes<In, Out>(groups: In[][], run: (row: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = []
  const queue = groups.values()
  const lane = async () => {
    for (const group of queue) for (const row of group) done.push(await run(row))
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return done
}
