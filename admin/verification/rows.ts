import type { Order } from '../../functions/domain/orders/order'
import { formatOrderNumber } from '../../functions/domain/orders/order-draft'
import { Reader } from '../../functions/store/commit/reader'
import { runConcurrently } from '../../functions/store/concurrently'
import { readCheckedItems } from '../../functions/store/items/item-row'
import { readCheckedOrders } from '../../functions/store/orders/order-row'
import type { Inspection } from './inspection'
import { findStatusFault, readReceipts } from './order-trail'
import type { Trails } from './trails'

/** Reads the rows of all items, also of those in trash. */
export async function readItems(inspection: Inspection, trails: Trails): Promise<void> {
  inspection.report('reading the items')
  const pages = readCheckedItems(inspection.table, inspection.companyId)
  for await (const items of inspection.takePages('items', pages)) for (const item of items) trails.addItem(item)
}

const ordersAtOnce = 8

/** Reads the rows of all orders, and the receipts of those that have received something. */
export async function readOrders(inspection: Inspection, trails: Trails): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the orders')
  const numbers = new Map<string, string>()
  for await (const orders of inspection.takePages('orders', readCheckedOrders(table, companyId))) {
    for (const order of orders) checkOrder(inspection, order, numbers)
    const added = orders.map((order) => trails.addOrder(order)).filter(({ hasReceived }) => hasReceived)
    await runConcurrently(added, ordersAtOnce, async (trail) =>
      inspection.count('receipts', await readReceipts(inspection, trail)),
    )
  }
  await checkNumbers(inspection, numbers)
}

/** A row is never seen half written: one look is enough. */
function checkOrder(inspection: Inspection, order: Order, numbers: Map<string, string>): void {
  const { id, order_number } = order
  const fault = findStatusFault(order)
  if (fault) inspection.find('wrong_order_status', id, fault)
  const other = numbers.get(order_number)
  if (other !== undefined)
    inspection.find('wrong_order_number', order_number, `The orders ${other} and ${id} have the same number.`)
  numbers.set(order_number, id)
}

/** The company's count is read last: it never falls. */
async function checkNumbers(inspection: Inspection, numbers: Map<string, string>): Promise<void> {
  const count = await new Reader(inspection.table, inspection.companyId).orderCount()
  for (const [number, id] of numbers) {
    const nth = Number(number.replace(/^PO-/, ''))
    if (formatOrderNumber(nth) === number && nth >= 1 && nth <= count) continue
    inspection.find('wrong_order_number', number, `The order ${id} has this number. The company has given ${count}.`)
  }
}
