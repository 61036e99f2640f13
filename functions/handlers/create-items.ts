import { CreateItem } from '../contract/item'
import { refusedInput } from '../contract/problem'
import type { Caller } from '../domain/caller'
import { handle } from '../http/handle'
import { answerTo } from '../http/problems'
import { routes } from '../routes'
import type { Table } from '../store/client'
import { addItem } from '../store/item-changes'

/** Rows under way at once: enough to finish 100 in good time, few enough to leave the log's partition to others. */
const concurrency = 8

export const handler = handle(routes['create-items'], async ({ table, caller, body }) => {
  const rows = body.items.map((row, index) => ({ index, parsed: CreateItem.safeParse(row) }))
  const data = await inLanes(bySku(rows), (row) => create(table, caller, row))
  return { body: { data: data.sort((a, b) => a.index - b.index) } }
})

type Row = { index: number; parsed: ReturnType<typeof CreateItem.safeParse> }

async function create(table: Table, caller: Caller, { index, parsed }: Row) {
  try {
    if (!parsed.success) throw refusedInput(parsed.error, `items[${index}]`)
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
