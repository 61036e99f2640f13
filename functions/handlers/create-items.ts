import { makeInputRefusal } from '../contract/input-refusal'
import { CreateItem, DeleteItemRow, Item, renderItem, UpdateItemRow, UpsertItemRow } from '../contract/item'
import { Refusal } from '../domain/errors'
import type { ItemFields } from '../domain/items/item'
import { handleBatch } from '../http/handle'
import { toProblem } from '../http/problems'
import { type ItemRow, writeItems } from '../operations/items/write-items'
import { routes } from '../routes/items'

export const handler = handleBatch(routes['create-items'], async ({ context, body }) => {
  const outcomes = await writeItems(context, body.items.map(parseRow), (item, status) => ({
    status,
    body: status === 204 ? '' : JSON.stringify(Item.parse(renderItem(item))),
    etag: null,
    warning: null,
  }))
  const data = outcomes.map((outcome, index) => {
    if ('answer' in outcome) {
      const { status, body } = outcome.answer
      if (status === 204) return { index, status: 204 as const }
      return { index, status: status === 200 ? (200 as const) : (201 as const), item: JSON.parse(body) }
    }
    const { status, body } = toProblem(outcome.error, context.caller.requestId)
    return { index, status, error: body.error }
  })
  return { reply: { body: { data } }, replayed: outcomes.some((outcome) => 'answer' in outcome && outcome.replayed) }
})

function parseRow(row: unknown, index: number): ItemRow {
  const place = `items[${index}]`
  if (typeof row === 'object' && row !== null && 'id' in row)
    return 'deleted' in row ? parseDeletion(row, place) : parseUpdate(row, place)
  if (typeof row === 'object' && row !== null && 'upsert' in row) return parseUpsert(row, place)
  const item = parseNewItem(row, place)
  return item instanceof Refusal ? item : { create: item }
}

/** A row with an `id` changes that item. */
function parseUpdate(row: object, place: string): ItemRow {
  const { error, data } = UpdateItemRow.safeParse(row)
  if (error) return makeInputRefusal(error, place)
  const { id, revision = null, ...fields } = data
  return { id, revision, fields }
}

/** A row with an `id` and `deleted` moves that item to trash. */
function parseDeletion(row: object, place: string): ItemRow {
  const { error, data } = DeleteItemRow.safeParse(row)
  if (error) return makeInputRefusal(error, place)
  return { id: data.id, revision: data.revision ?? null, fields: null }
}

/** A row with `upsert` changes the item that has its SKU, or makes one. */
function parseUpsert(row: object, place: string): ItemRow {
  const { error, data } = UpsertItemRow.safeParse(row)
  if (error) return makeInputRefusal(error, place)
  const { upsert: _, ...fields } = data
  return { upsert: fields, otherwise: parseNewItem(fields, place) }
}

function parseNewItem(row: unknown, place: string): ItemFields | Refusal {
  const { error, data } = CreateItem.safeParse(row)
  return error ? makeInputRefusal(error, place) : data
}
