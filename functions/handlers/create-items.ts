import { makeInputRefusal } from '../contract/input-refusal'
import { CreateItem, Item } from '../contract/item'
import { handleBatch } from '../http/handle'
import { toProblem } from '../http/problems'
import { createItems } from '../operations/items/create-items'
import { routes } from '../routes'

export const handler = handleBatch(routes['create-items'], async ({ context, body }) => {
  const items = body.items.map((row, index) => {
    const { error, data } = CreateItem.safeParse(row)
    return error ? makeInputRefusal(error, `items[${index}]`) : data
  })
  const outcomes = await createItems(context, items, (item) => ({
    status: 201,
    body: JSON.stringify(Item.parse(item)),
    etag: null,
    warning: null,
  }))
  const data = outcomes.map((outcome, index) => {
    if ('answer' in outcome) return { index, status: 201 as const, item: JSON.parse(outcome.answer.body) }
    const { status, body } = toProblem(outcome.error, context.caller.requestId)
    return { index, status, error: body.error }
  })
  return { reply: { body: { data } }, replayed: outcomes.some((outcome) => 'answer' in outcome && outcome.replayed) }
})
