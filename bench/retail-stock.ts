import type { InventoryClient, Movement } from '../client'
import type { Sale } from './sales'

/** The most lines in one delivery, and the most rows in one request for transactions. */
const receiptLines = 45
const rowsOfRequest = 40

/** Receives the stock of the sales by an order, moves it invoice by invoice. True where all ledgers hold. */
export async function replay(client: InventoryClient, sales: Sale[], itemIds: Map<string, string>): Promise<boolean> {
  const opening = sumSales(sales.filter(({ quantity }) => quantity > 0))
  await receiveOpening(client, opening)
  await sell(client, sales)
  const held = await verifyAll(client, sales, opening, itemIds)
  const [busiest = ''] = [...count(sales)].sort(([, a], [, b]) => b - a)[0] ?? []
  await report(client, busiest, itemIds.get(busiest) ?? '')
  return held
}

async function receiveOpening(client: InventoryClient, opening: Map<string, number>): Promise<void> {
  const line_items = [...opening].map(([sku, quantity_ordered]) => ({ sku, quantity_ordered }))
  const order = await client.createOrder({ supplier: { name: 'Opening stock' }, line_items })
  const { id, order_number } = order
  for (let from = 0; from < order.line_items.length; from += receiptLines) {
    const lines = order.line_items
      .slice(from, from + receiptLines)
      .map((line) => ({ line_item_id: line.id, quantity_accepted: opening.get(line.sku) ?? 0 }))
    const received = await client.receiveOrder(id, { lines })
    console.log(`${order_number}: ${received.transactions.length} lines received, now ${received.order.status}`)
  }
}

async function sell(client: InventoryClient, sales: Sale[]): Promise<void> {
  const invoices = new Map<string, Sale[]>()
  for (const sale of sales) invoices.set(sale.invoice, [...(invoices.get(sale.invoice) ?? []), sale])
  let moved = 0
  for (const [invoice, lines] of invoices) {
    for (let from = 0; from < lines.length; from += rowsOfRequest) {
      const transactions = lines.slice(from, from + rowsOfRequest).map(toMovement)
      const idempotencyKey = `invoice ${invoice} from ${from}`
      const first = await client.createTransactions({ transactions }, { idempotencyKey })
      const again = await client.createTransactions({ transactions }, { idempotencyKey })
      if (JSON.stringify(first) !== JSON.stringify(again))
        throw new Error(`the retry of ${idempotencyKey} had another answer`)
      moved += first.data.length
    }
  }
  console.log(`${invoices.size} invoices, ${moved} movements; each sent twice under its key`)
}

function toMovement({ sku, quantity, invoice, at }: Sale): Movement {
  return {
    ...(quantity > 0 ? { type: 'issue', quantity, reason: 'sale' } : { type: 'return', quantity: -quantity }),
    sku,
    reference: invoice,
    occurred_at: at,
  }
}

async function verifyAll(
  client: InventoryClient,
  sales: Sale[],
  opening: Map<string, number>,
  itemIds: Map<string, string>,
) {
  const sold = sumSales(sales)
  const wrong: string[] = []
  for (const [sku, id] of itemIds) {
    const { quantity, consistent } = await client.verifyItem(id)
    if (!consistent || quantity !== (opening.get(sku) ?? 0) - (sold.get(sku) ?? 0)) wrong.push(sku)
  }
  const what = wrong.length === 0 ? '' : `; not ${wrong.join(', ')}`
  console.log(
    `ledgers that verify, with the quantity that the file comes to: ${itemIds.size - wrong.length} of ${itemIds.size}${what}`,
  )
  return wrong.length === 0
}

async function report(client: InventoryClient, sku: string, id: string): Promise<void> {
  const entries = await client.listAudit({ item_id: id }).toArray()
  const movements = await client.listTransactions({ item_id: id }).toArray()
  const moved = new Map(movements.map((row) => [row.id, row]))
  console.log(`the story of ${sku}:`)
  for (const { action, changes, transaction_id, order_id, created_at } of entries.reverse()) {
    const { type = '', reference = null } = moved.get(transaction_id ?? '') ?? {}
    const told = changes.map(({ field, from, to }) => `${field} ${from} → ${to}`).join(', ')
    console.log(`  ${created_at} ${[action, type, reference ?? order_id ?? '', told].filter(Boolean).join(' · ')}`)
  }
}

function sumSales(sales: Sale[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { sku, quantity } of sales) sums.set(sku, (sums.get(sku) ?? 0) + quantity)
  return sums
}

function count(sales: Sale[]): Map<string, number> {
  return sumSales(sales.map((sale) => ({ ...sale, quantity: 1 })))
}
