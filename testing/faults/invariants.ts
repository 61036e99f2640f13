import { readCountedLog } from '../../functions/catalogue/log/counted-log'
import { getDay } from '../../functions/catalogue/log/stretches'
import { isInTrash } from '../../functions/domain/items/item'
import { listItems, listTrash } from '../../functions/operations/items/list-items'
import { listAudit } from '../../functions/operations/log/list-audit'
import { listOrders } from '../../functions/operations/orders/list-orders'
import { listTransactions } from '../../functions/operations/stock/list-transactions'
import { collectPages, queryPartitions, type Table } from '../../functions/store/client'
import { parseItemRow } from '../../functions/store/items/item-row'
import { readOrderPartitions } from '../../functions/store/orders/order-row'
import type { Row } from '../../functions/store/schema'
import { readRowsOfCompany } from '../fork'
import { makeContext } from '../shop'
import { makeCaller } from '../table'

/** Lists what does not hold of a company's rows, in words. Empty where everything holds. */
export async function findBrokenInvariants(table: Table, companyId: string): Promise<string[]> {
  const rows = await readRowsOfCompany(table, companyId)
  const of = (kind: string) => rows.filter(({ pk }) => String(pk).startsWith(`${kind}#`))
  const log = await queryPartitions(table, [`LOG#${companyId}`])
  const items = of('ITEMS').map(parseItemRow)
  const broken: string[] = []
  const expectEqual = (what: string, found: unknown, expected: unknown) => {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)]
    if (left !== right) broken.push(`${what}: ${left}, and not ${right}`)
  }

  for (const item of items) {
    const own = log.filter(({ item_id }) => item_id === item.id)
    expectEqual(`the revisions of ${item.sku}`, listRevisions(own, item.id), countUpTo(item.rev))
    const ledger = own.filter(({ type }) => type).sort((a, b) => Number(a.sequence) - Number(b.sequence))
    expectEqual(
      `the sequences of ${item.sku}`,
      ledger.map(({ sequence }) => sequence),
      countUpTo(item.sequence),
    )
    const balances = ledger.map((_, index) => Number(ledger[index - 1]?.quantity_after ?? 0))
    expectEqual(
      `the chain of ${item.sku}`,
      ledger.map(({ quantity_before }) => quantity_before),
      balances,
    )
    const sum = ledger.reduce((total, { quantity_change }) => total + Number(quantity_change), 0)
    expectEqual(`the ledger of ${item.sku}`, sum, item.quantity)
  }
  const live = items.filter((item) => !isInTrash(item))
  const guards = of('SKU').map(({ pk, item_id }) => [String(pk).split('#').slice(2).join('#'), item_id])
  expectEqual('the guards of SKUs', guards.sort(), live.map(({ sku, id }) => [sku, id]).sort())

  const orders = (await Promise.all(readOrderPartitions(table, companyId).map(collectPages))).flat()
  for (const order of orders) {
    expectEqual(`the revisions of ${order.order_number}`, listRevisions(log, order.id), countUpTo(order.rev))
    for (const line of order.line_items) {
      const receipts = log.filter(({ line_item_id, type }) => line_item_id === line.id && type === 'receive')
      const received = receipts.reduce((sum, { quantity_change }) => sum + Number(quantity_change), 0)
      expectEqual(`what ${order.order_number} has received`, line.quantity_received, received)
    }
  }
  const numbers = orders.map(({ order_number }) => order_number)
  expectEqual('the numbers of orders', new Set(numbers).size, numbers.length)

  for (const { sk, n } of log) {
    const [transaction = ''] = String(sk).split('#')
    const parts = log.filter((row) => String(row.sk).startsWith(transaction))
    expectEqual(`the log rows of ${transaction}`, parts.length, Number(n))
  }

  const context = makeContext(table, makeCaller(companyId))
  const page = { limit: 100, offset: 0 }
  const listed = await listItems(context, { ...page, sort: 'created_at' })
  expectEqual('the list of items', listed.rows.map(({ id }) => id).sort(), live.map(({ id }) => id).sort())
  const trash = items.filter(isInTrash).map(({ id }) => id)
  expectEqual('the trash', (await listTrash(context, page)).rows.map(({ id }) => id).sort(), trash.sort())
  expectEqual('the count of the audit log', (await listAudit(context, page)).total, log.length)
  const movements = log.filter(({ type }) => type).length
  expectEqual('the count of the ledger', (await listTransactions(context, page)).total, movements)
  expectEqual('the count of orders', (await listOrders(context, { ...page, sort: '-created_at' })).total, orders.length)
  const { days, stretches } = await readCountedLog(table, companyId)
  for (const [day, counts] of days)
    expectEqual(`the count of day ${day}`, counts.rows, log.filter((row) => getDay(row) === day).length)
  for (const { after, through, counts } of stretches) {
    const counted = log.filter(({ sk }) => String(sk) > after && String(sk) <= through)
    expectEqual(`the count of the stretch after ${after}`, counts.rows, counted.length)
  }
  for (const lock of rows.filter(({ sk }) => sk === 'LOCK'))
    if (Number(lock.heartbeat) > table.now()) broken.push('the lock of restores is from the future')
  return broken
}

function listRevisions(log: Row[], id: string): unknown[] {
  const own = log.filter(({ resource_id }) => resource_id === id)
  return own.map(({ rev }) => Number(rev)).sort((a, b) => a - b)
}

function countUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
