import { makeInputRefusal } from '../contract/input-refusal'
import { CreateItem, Item, UpdateItemRow } from '../contract/item'
import { handleBatch } from '../http/handle'
import { toProblem } from '../http/problems'
import { type ItemRow, writeItems } from '../operations/items/write-items'
import { requestCompactionByChance } from '../operations/request-compaction-by-chance'
import { routes } from '../routes'
import * as workers from '../runtime/workers'

export const handler = handleBatch(routes['create-items'], async ({ context, body }) => {
  const request = requestCompactionByChance({ ...context, workers }, body.items.length)
  const outcomes = await writeItems(context, body.items.map(parseRow), (item, status) => ({
    status,
    body: JSON.stringify(Item.parse(item)),
    etag: null,
    warning: null,
  }))
  const data = outcomes.map((outcome, index) => {
    if ('answer' in outcome) {
      const { status, body } = outcome.answer
      return { index, status: status === 200 ? (200 as const) : (201 as const), item: JSON.parse(body) }
    }
    const { status, body } = toProblem(outcome.error, context.caller.requestId)
    return { index, status, error: body.error }
  })
  await request
  return { reply: { body: { data } }, replayed: outcomes.some((outcome) => 'answer' in outcome && outcome.replayed) }
})

/** A row with an `id` changes that item. */
function parseRow(row: unknown, index: number): ItemRow {
  if (typeof row !== 'object' || row === null || !('id' in row)) {
    const { error, data } = CreateItem.safeParse(row)
    return error ? makeInputRefusal(error, `items[${index}]`) : { create: data }
  }
  const { error, data } = UpdateItemRow.safeParse(row)
  if (error) return makeInputRefusal(error, `items[${index}]`)
  const { id, revision = null, ...fields } = data
  return { id, revision, fields }
}
