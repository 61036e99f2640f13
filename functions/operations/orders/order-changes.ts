import { ulid } from 'ulid'
import { runForRow } from '../../domain/errors'
import type { Order, OrderChange, OrderFields, OrderLine, OrderPatch } from '../../domain/orders/order'
import * as drafts from '../../domain/orders/order-draft'
import { createLine, type LineRequest } from '../../domain/orders/order-lines'
import * as states from '../../domain/orders/order-states'
import { chooseStamp, requireRevision } from '../../domain/revision'
import { draftChangeset } from '../../store/commit/changeset'
import { countOrders, makeNumberWrite } from '../../store/orders/order-number'
import type { Context } from '../context'
import { type ItemReference, resolveItems } from '../items/item-references'
import type { Decision } from '../run-change'
import { getOrder } from './get-order'

type LineReference = LineRequest & Omit<ItemReference, 'row'>

export type NewOrder = Omit<OrderFields, 'line_items'> & { status: 'draft' | 'ordered'; line_items: LineReference[] }

/** `line_items` replaces all lines. */
export type DraftPatch = Omit<OrderPatch, 'line_items'> & { line_items?: LineReference[] | undefined }

/** Takes the company's next order number. Refused for a line whose item does not exist or is in trash. */
export async function createOrder(
  context: Context,
  { status, line_items, ...fields }: NewOrder,
): Promise<Decision<Order>> {
  const { table, caller } = context
  const [lines, soFar] = await Promise.all([makeLines(context, line_items), countOrders(table, caller.companyId)])
  const at = table.now()
  const identity = {
    id: `po_${ulid(at)}`,
    order_number: drafts.formatOrderNumber(soFar + 1),
    created_by: caller.userId,
    status,
  }
  const change = drafts.createOrder(identity, { ...fields, line_items: lines }, at)
  const changes = { order: change, more: [makeNumberWrite(table, caller.companyId, soFar)] }
  return { changeset: draftChangeset(caller, at, changes), result: change.after }
}

/** `revision` is the one that the client has seen, or null to skip the check. */
export async function updateOrder(
  context: Context,
  id: string,
  { line_items, ...fields }: DraftPatch,
  revision: number | null,
): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  const lines = line_items && (await makeLines(context, line_items, order.line_items))
  return changeOrder(context, order, (at) => {
    requireRevision('order', order, revision)
    return drafts.updateOrder(order, { ...fields, line_items: lines }, at)
  })
}

export async function deleteOrder(context: Context, id: string, revision: number | null): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  requireRevision('order', order, revision)
  return changeOrder(context, order, (at) => drafts.deleteOrder(order, at))
}

/** The items are read again, since they may have changed since the draft was created. */
export async function placeOrder(context: Context, id: string): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  states.requireState(order, 'placed')
  const references = order.line_items.map((line) => ({ ...line, sku: null }))
  const lines = await makeLines(context, references, order.line_items)
  return changeOrder(context, order, (at) => states.placeOrder(order, lines, at))
}

export async function cancelOrder(context: Context, id: string, reason: string | null): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  return changeOrder(context, order, (at) => states.cancelOrder(order, reason, at))
}

export async function closeOrder(context: Context, id: string): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  return changeOrder(context, order, (at) => states.closeOrder(order, at))
}

function changeOrder(
  { table, caller }: Context,
  order: Order,
  decide: (at: number) => OrderChange | null,
): Decision<Order> {
  const at = chooseStamp([order], table.now())
  const change = decide(at)
  const changes = change ? { order: change } : {} // without a change, only the answer is recorded
  return { changeset: draftChangeset(caller, at, changes), result: change?.after ?? order }
}

/** A line keeps its id where its position and its item are unchanged. */
async function makeLines(
  context: Context,
  requested: LineReference[],
  present: OrderLine[] = [],
): Promise<OrderLine[]> {
  const items = await resolveItems(
    context,
    requested.map(({ item_id, sku }, row) => ({ row, item_id, sku })),
  )
  return requested.map((line, row) => {
    const item = items[row]
    const old = present[row]
    if (item === undefined) throw new Error(`the item of line ${row} was not read`)
    const id = old?.item_id === item.id ? old.id : `pol_${ulid(context.table.now())}`
    return runForRow(row, () => createLine(id, item, line))
  })
}
