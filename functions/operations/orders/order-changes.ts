import { ulid } from 'ulid'
import { forRow } from '../../domain/errors'
import type { Order, OrderChange, OrderFields, OrderLine, OrderPatch } from '../../domain/orders/order'
import * as drafts from '../../domain/orders/order-draft'
import { type LineRequest, newLine } from '../../domain/orders/order-lines'
import * as states from '../../domain/orders/order-states'
import { requireRevision, stampAfter } from '../../domain/revision'
import { draftChangeset } from '../../store/commit/changeset'
import { numberWrite, ordersSoFar } from '../../store/orders/order-number'
import type { Context } from '../context'
import { type ItemReference, itemsNamed } from '../items/item-references'
import type { Decision } from '../run-change'
import { getOrder } from './get-order'

/** A line that is asked for: the item that it names, and what is wanted of it. */
type RequestedLine = LineRequest & Omit<ItemReference, 'row'>

export type NewOrder = Omit<OrderFields, 'line_items'> & { status: 'draft' | 'ordered'; line_items: RequestedLine[] }

/** The fields of a draft that are to be set; `line_items` replaces all lines. */
export type DraftPatch = Omit<OrderPatch, 'line_items'> & { line_items?: RequestedLine[] | undefined }

/** Creates an order under the company's next number. Refused for a line whose item does not exist or is in trash. */
export async function createOrder(
  context: Context,
  { status, line_items, ...fields }: NewOrder,
): Promise<Decision<Order>> {
  const { table, caller } = context
  const [lines, soFar] = await Promise.all([linesOf(context, line_items), ordersSoFar(table, caller.companyId)])
  const at = table.now()
  const header = {
    id: `po_${ulid(at)}`,
    order_number: drafts.orderNumber(soFar + 1),
    created_by: caller.userId,
    status,
  }
  const change = drafts.createOrder(header, { ...fields, line_items: lines }, at)
  const changes = { order: change, more: [numberWrite(table, caller.companyId, soFar)] }
  return { changeset: draftChangeset(caller, at, changes), result: change.after }
}

/** Sets the fields of a draft that are given. `revision` is the one that the caller has seen; null has seen none. */
export async function updateOrder(
  context: Context,
  id: string,
  { line_items, ...fields }: DraftPatch,
  revision: number | null,
): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  const lines = line_items && (await linesOf(context, line_items, order.line_items))
  return changeOrder(context, order, (at) => {
    requireRevision('order', order, revision)
    return drafts.updateOrder(order, { ...fields, line_items: lines }, at)
  })
}

/** Deletes a draft. */
export async function deleteOrder(context: Context, id: string, revision: number | null): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  requireRevision('order', order, revision)
  return changeOrder(context, order, (at) => drafts.deleteOrder(order, at))
}

/** Orders what a draft holds. The items are looked at again, since a draft may lie for long. */
export async function placeOrder(context: Context, id: string): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  states.requireState(order, 'placed')
  const held = order.line_items.map((line) => ({ ...line, sku: null }))
  const lines = await linesOf(context, held, order.line_items)
  return changeOrder(context, order, (at) => states.placeOrder(order, lines, at))
}

/** Cancels an order of which nothing has been received. */
export async function cancelOrder(context: Context, id: string, reason: string | null): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  return changeOrder(context, order, (at) => states.cancelOrder(order, reason, at))
}

/** Ends an order of which a part has been received. */
export async function closeOrder(context: Context, id: string): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  return changeOrder(context, order, (at) => states.closeOrder(order, at))
}

function changeOrder(
  { table, caller }: Context,
  order: Order,
  decide: (at: number) => OrderChange | null,
): Decision<Order> {
  const at = stampAfter([order], table.now())
  const change = decide(at)
  const changes = change ? { order: change } : {} // without a change, the answer is all that a key records
  return { changeset: draftChangeset(caller, at, changes), result: change?.after ?? order }
}

/** The lines that are asked for, as an order keeps them. A line that stays what it was, by place and item, keeps its id. */
async function linesOf(context: Context, requested: RequestedLine[], present: OrderLine[] = []): Promise<OrderLine[]> {
  const items = await itemsNamed(
    context,
    requested.map(({ item_id, sku }, row) => ({ row, item_id, sku })),
  )
  return requested.map((line, row) => {
    const item = items[row]
    const old = present[row]
    if (item === undefined) throw new Error(`the item of line ${row} was not read`)
    const id = old?.item_id === item.id ? old.id : `pol_${ulid(context.table.now())}`
    return forRow(row, () => newLine(id, item, line))
  })
}
