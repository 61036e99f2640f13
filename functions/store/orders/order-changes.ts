import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import type { Caller } from '../../domain/caller'
import type { Order, OrderChange, OrderFields, OrderLine } from '../../domain/order'
import { createOrder } from '../../domain/order-draft'
import { type LineRequest, newLine } from '../../domain/order-lines'
import { stampAfter } from '../../domain/revision'
import type { Table } from '../client'
import { commit } from '../commit/commit'
import { type Keep, keepNothing } from '../commit/idempotency'
import { untilCommitted, type Write } from '../commit/transact'
import { type ItemReference, itemsNamed } from '../items/item-references'
import { keys } from '../schema'
import { getOrder } from './order-row'

/** A line that is asked for: the item that it names, and what is wanted of it. */
export type RequestedLine = LineRequest & Omit<ItemReference, 'path'>

export type NewOrder = Omit<OrderFields, 'line_items'> & { status: 'draft' | 'ordered'; line_items: RequestedLine[] }

/** Creates an order under the company's next number. Refused where a line's item does not exist or is in trash. */
export function addOrder(
  table: Table,
  caller: Caller,
  { status, line_items, ...fields }: NewOrder,
  keep: Keep<Order> = keepNothing,
): Promise<Order> {
  return untilCommitted(async () => {
    const { companyId, userId: created_by } = caller
    const [lines, taken] = await Promise.all([linesOf(table, companyId, line_items), ordersSoFar(table, companyId)])
    const at = table.now()
    const header = { id: `po_${ulid(at)}`, order_number: orderNumber(taken + 1), created_by, status }
    const change = createOrder(header, { ...fields, line_items: lines }, at)
    const more = [numberWrite(table.name, companyId, taken)]
    return commit(table, caller, at, { order: change, more }, () => change.after, keep)
  })
}

/**
 * Changes an order as `decide` says, in one transaction with its log row. `decide` gets the order as it is, the time of the change
 * and the lines that are asked for, and runs anew where another change came first; it may refuse, or answer null for no change.
 */
export function changeOrder(
  table: Table,
  caller: Caller,
  id: string,
  decide: (order: Order, at: number, lines: OrderLine[]) => OrderChange | null,
  keep: Keep<Order> = keepNothing,
  requested: RequestedLine[] | ((order: Order) => RequestedLine[]) = [],
): Promise<Order> {
  return untilCommitted(async () => {
    const order = await getOrder(table, caller.companyId, id)
    const asked = typeof requested === 'function' ? requested(order) : requested
    const lines = await linesOf(table, caller.companyId, asked, order.line_items)
    const at = stampAfter([order], table.now())
    const change = decide(order, at, lines)
    if (change === null) return order
    return commit(table, caller, at, { order: change }, () => change.after, keep)
  })
}

/** The lines that are asked for, as an order keeps them. A line that stays what it was, by place and item, keeps its id. */
async function linesOf(
  table: Table,
  company: string,
  requested: RequestedLine[],
  present: OrderLine[] = [],
): Promise<OrderLine[]> {
  const named = requested.map(({ item_id, sku }, index) => ({ path: `line_items[${index}]`, item_id, sku }))
  const items = await itemsNamed(table, company, named)
  return items.map((item, index) => {
    const old = present[index]
    const id = old?.item_id === item.id ? old.id : `pol_${ulid(table.now())}`
    return newLine(id, item, requested[index] as RequestedLine, `line_items[${index}]`)
  })
}

function orderNumber(number: number): string {
  return `PO-${String(number).padStart(6, '0')}`
}

async function ordersSoFar(table: Table, company: string): Promise<number> {
  const { Item } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.company(company), ConsistentRead: true }),
  )
  return Number(Item?.order_count ?? 0)
}

/** Takes the next number, in the order's own transaction: numbers have no gaps, and no two orders have the same. */
function numberWrite(table: string, company: string, taken: number): Write {
  const condition = taken === 0 ? 'attribute_not_exists(order_count)' : 'order_count = :taken'
  return {
    action: {
      Update: {
        TableName: table,
        Key: keys.company(company),
        UpdateExpression: 'SET order_count = :next',
        ConditionExpression: `attribute_exists(pk) AND ${condition}`,
        ExpressionAttributeValues: { ':next': taken + 1, ...(taken === 0 ? {} : { ':taken': taken }) },
      },
    },
  }
}
