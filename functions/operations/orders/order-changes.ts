import { makePartRefusal, Refusal, runForRow } from '../../domain/errors'
import {
  type Order,
  type OrderChange,
  type OrderFields,
  type OrderLine,
  type OrderPatch,
  placedLineFields,
  placedOrderFields,
  readOnlyLineFields,
  readOnlyOrderFields,
} from '../../domain/orders/order'
import {
  decideOrderCreation,
  decideOrderDeletion,
  decideOrderUpdate,
  formatOrderNumber,
} from '../../domain/orders/order-draft'
import { createLine, type LineRequest } from '../../domain/orders/order-lines'
import {
  decideOrderCancellation,
  decideOrderClosure,
  decideOrderPlacement,
  requireState,
} from '../../domain/orders/order-states'
import { addTotals } from '../../domain/orders/order-totals'
import { chooseStamp, requireRevision, requireUnchanged } from '../../domain/revision'
import { draftChangeset, draftUnchanged } from '../../store/commit/changeset'
import { makeNumberWrite } from '../../store/orders/order-row'
import { makeUlid } from '../../store/time/ulids'
import type { Context } from '../context'
import { type ItemReference, resolveItems } from '../items/find-items'
import type { Decision } from '../run-change'
import { getOrder } from './get-order'

type LineReference = LineRequest &
  Omit<ItemReference, 'row'> & { id?: string } & { [Field in (typeof readOnlyLineFields)[number]]?: unknown }

export type NewOrder = Omit<OrderFields, 'line_items'> & { status: 'draft' | 'ordered'; line_items: LineReference[] }

/** `line_items` replaces all lines. */
export type DraftPatch = Omit<OrderPatch, 'line_items'> & {
  line_items?: LineReference[] | undefined
} & { [Field in (typeof readOnlyOrderFields)[number]]?: unknown }

/** Takes the company's next order number. Refused for a line whose item does not exist or is in trash. */
export async function createOrder(
  context: Context,
  { status, line_items, ...fields }: NewOrder,
): Promise<Decision<Order>> {
  const { table, reader, caller } = context
  const [lines, soFar] = await Promise.all([makeLines(context, line_items), reader.orderCount()])
  const at = table.now()
  const identity = {
    id: `po_${makeUlid(at)}`,
    order_number: formatOrderNumber(soFar + 1),
    created_by: caller.userId,
    status,
  }
  const change = decideOrderCreation(identity, { ...fields, line_items: lines }, at)
  const changes = { order: change, more: [makeNumberWrite(caller.companyId, soFar)] }
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
  requireRevision('order', order, revision)
  requireState(order, 'updated')
  const present = addTotals(order)
  const isDraft = order.status === 'draft'
  if (isDraft) requireUnchanged(present, fields, readOnlyOrderFields)
  else requirePlaced(present, { line_items, ...fields })
  const lines = isDraft && line_items ? await makeLines(context, line_items, present.line_items) : undefined
  const at = chooseStamp([order], context.table.now())
  return draftOrder(context, order, decideOrderUpdate(order, { ...fields, line_items: lines }, at), at)
}

export async function deleteOrder(context: Context, id: string, revision: number | null): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  requireRevision('order', order, revision)
  const at = chooseStamp([order], context.table.now())
  return draftOrder(context, order, decideOrderDeletion(order, at), at)
}

/** The items are read again, since they may have changed since the draft was created. */
export async function placeOrder(context: Context, id: string): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  requireState(order, 'placed')
  const references = order.line_items.map((line) => ({ ...line, sku: null }))
  const lines = await makeLines(context, references, order.line_items)
  const at = chooseStamp([order], context.table.now())
  return draftOrder(context, order, decideOrderPlacement(order, lines, at), at)
}

export async function cancelOrder(context: Context, id: string, reason: string | null): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  const at = chooseStamp([order], context.table.now())
  return draftOrder(context, order, decideOrderCancellation(order, reason, at), at)
}

export async function closeOrder(context: Context, id: string): Promise<Decision<Order>> {
  const order = await getOrder(context, id)
  const at = chooseStamp([order], context.table.now())
  return draftOrder(context, order, decideOrderClosure(order, at), at)
}

/** `change` is null where nothing has to change. `at`: its stamp. */
function draftOrder({ caller }: Context, order: Order, change: OrderChange | null, at: number): Decision<Order> {
  if (!change) return { changeset: draftUnchanged(caller, order), result: order }
  return { changeset: draftChangeset(caller, at, { order: change }), result: change.after }
}

/** Of an order that is placed, most may be sent back alone, as it is. Refused with `invalid_state`, and the field. */
function requirePlaced(
  present: ReturnType<typeof addTotals>,
  { line_items = present.line_items, ...sent }: DraftPatch,
) {
  const supplierName = (supplier: OrderPatch['supplier']) => ({ 'supplier.name': supplier?.name })
  requireUnchanged(present, sent, placedOrderFields, 'invalid_state')
  requireUnchanged(supplierName(present.supplier), supplierName(sent.supplier), ['supplier.name'], 'invalid_state')
  if (line_items.length !== present.line_items.length)
    throw new Refusal('invalid_state', 'An order that is placed keeps its lines.', 'line_items')
  for (const [row, stored] of present.line_items.entries()) {
    const { item_id, sku, ...line } = line_items[row] ?? stored
    const named = { ...line, item_id: item_id ?? undefined, sku: sku ?? undefined }
    runForRow(row, () => requireUnchanged(stored, named, placedLineFields, 'invalid_state'))
  }
}

/** A line without an id keeps that of its position, if its item is unchanged and no other line names the id. */
async function makeLines(
  context: Context,
  requested: LineReference[],
  present: (OrderLine & { quantity_outstanding?: number; line_total?: string | null })[] = [],
): Promise<OrderLine[]> {
  const items = await resolveItems(
    context,
    requested.map(({ id, item_id, sku }, row) => ({ row, item_id, sku: id === undefined ? sku : null })),
  )
  const named = new Set(requested.map(({ id }) => id))
  return requested.map((line, row) => {
    const item = items[row]
    const old = line.id === undefined ? present[row] : present.find(({ id }) => id === line.id)
    if (item === undefined) throw new Error(`the item of line ${row} was not read`)
    if (line.id !== undefined && old === undefined) throw makePartRefusal(row, 'id', 'must be a line of the order')
    if (line.id !== undefined && requested.findIndex(({ id }) => id === line.id) !== row)
      throw makePartRefusal(row, 'id', 'must not be repeated')
    return runForRow(row, () => {
      if (line.id !== undefined && old)
        requireUnchanged(old, { ...line, sku: line.sku ?? undefined }, readOnlyLineFields)
      const keepsId = line.id !== undefined || (old?.item_id === item.id && !named.has(old.id))
      return createLine(keepsId && old ? old.id : `pol_${makeUlid(context.table.now())}`, item, line)
    })
  })
}
