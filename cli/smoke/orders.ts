import { getAnswer, type Transaction } from '../../client'
import { change, MissingError, requireEqual, type Session, step } from './steps'

const makeSupplier = (session: Session) => ({ name: session.name('SUPPLIER') })
const makeLine = (session: Session) => ({ item_id: session.get('bolt').id, quantity_ordered: 5 })

function makeOrder(session: Session, status: 'draft' | 'ordered') {
  return { status, supplier: makeSupplier(session), line_items: [makeLine(session)] }
}

const cancellation = { cancel_reason: 'Smoke test' }

function getPlaced(session: Session) {
  session.get('placed')
  const { id, line_items } = session.get('order')
  const line_item_id = line_items[0]?.id ?? ''
  return { id, line_item_id, lines: [{ line_item_id, quantity_accepted: 2 }] }
}

function keepDelivery(session: Session, transaction: Transaction | undefined): void {
  session.deliveries.set(transaction?.id ?? '', transaction?.quantity_change ?? 0)
  session.set({ quantity: transaction?.quantity_after })
}

/** An order from draft to its end, and two that end early. */
export const orders = [
  change('create-order', 'a draft', async (session, options) => {
    const order = await session.client.createOrder(makeOrder(session, 'draft'), options)
    session.set({ order: session.keepOrder(order), orderEtag: getAnswer(order).etag ?? '' })
  }),
  change('update-order', 'lines by id and by SKU, with If-Match', async (session, options) => {
    const line_items = [makeLine(session), { sku: session.get('washer').sku, quantity_ordered: 2 }]
    const conditions = { ...options, ifMatch: session.get('orderEtag') }
    const order = await session.client.updateOrder(session.get('order').id, { line_items }, conditions)
    requireEqual('the number of lines', order.line_items.length, 2)
    session.set({ order })
  }),
  change('place-order', 'the draft', async (session, options) => {
    const order = await session.client.placeOrder(session.get('order').id, options)
    requireEqual('the status', order.status, 'ordered')
    session.set({ placed: true })
  }),
  step('get-order', 'the order', async (session) => {
    const { id } = session.get('order')
    requireEqual('the id', (await session.client.getOrder(id)).id, id)
  }),
  change('receive-order', 'a part', async (session, options) => {
    const { id, lines } = getPlaced(session)
    const { order, transactions } = await session.client.receiveOrder(id, { lines }, options)
    keepDelivery(session, transactions[0])
    requireEqual('the status', order.status, 'partially_received')
  }),
  change('create-transactions', 'a delivery of a line, and another movement', async (session, options) => {
    const { id: order_id, line_item_id } = getPlaced(session)
    const delivery = { type: 'receive', quantity: 1, order_id, line_item_id } as const
    const sale = { type: 'issue', sku: session.get('washer').sku, quantity: 1 } as const
    const { data } = await session.client.createTransactions({ transactions: [delivery, sale] }, options)
    keepDelivery(session, data[0])
    requireEqual('the order', data[0]?.order_id, order_id)
  }),
  step('list-receipts', 'of the order', async (session) => {
    const { pagination } = await session.client.listReceipts(session.get('order').id)
    requireEqual('the number', pagination.total, session.deliveries.size)
  }),
  step('list-transactions', 'of the order, by the index', async (session) => {
    const { data } = await session.client.listTransactions({ order_id: session.get('order').id })
    const received = [...session.deliveries.values()].reverse()
    requireEqual('the changes', data.map(({ quantity_change }) => quantity_change).join(), received.join())
  }),
  step('receive-order', 'a part that is taken back', async (session) => {
    const { id, lines } = getPlaced(session)
    session.set({ receipt: (await session.client.receiveOrder(id, { lines })).receipt })
  }),
  change('reverse-receipt', 'that part', async (session, options) => {
    const { order_id, id } = session.get('receipt')
    const { transactions } = await session.client.reverseReceipt(order_id, id, options)
    requireEqual('the change', transactions[0]?.quantity_change, -2)
  }),
  change('close-order', 'the order', async (session, options) => {
    if (session.deliveries.size === 0) throw new MissingError('only an order that was received in part can be closed')
    const { id, status } = await session.client.closeOrder(session.get('order').id, options)
    requireEqual('the status', status, 'closed')
    session.open.orders.delete(id)
  }),
  change('create-order', 'an order, by SKU', async (session, options) => {
    const line_items = [{ sku: session.get('washer').sku, quantity_ordered: 3 }]
    const order = await session.client.createOrder({ supplier: makeSupplier(session), line_items }, options)
    session.set({ unwanted: session.keepOrder(order) })
  }),
  step('suggest-orders', 'of an item that is on order', async (session) => {
    const { sku, ...item } = session.get('washer')
    await session.client.updateItem(item.id, { reorder_point: 1_000 })
    const { data } = await session.client.suggestOrders({ item_ids: [item.id] })
    const { supplier, line_items } = data[0] ?? {}
    requireEqual('the supplier', supplier?.name, makeSupplier(session).name)
    requireEqual('the line', [line_items?.[0]?.sku, line_items?.[0]?.quantity_on_order], [sku, 3])
  }),
  change('cancel-order', 'the order', async (session, options) => {
    const { id, status } = await session.client.cancelOrder(session.get('unwanted').id, cancellation, options)
    requireEqual('the status', status, 'cancelled')
    session.open.orders.delete(id)
  }),
  step('create-order', 'another draft', async (session) => {
    session.set({ draft: session.keepOrder(await session.client.createOrder(makeOrder(session, 'draft'))) })
  }),
  change('delete-order', 'the draft', async (session, options) => {
    const { id } = session.get('draft')
    await session.client.deleteOrder(id, options)
    session.open.orders.delete(id)
  }),
  step('list-orders', 'of the supplier', async (session) => {
    const { data } = await session.client.listOrders({ supplier: makeSupplier(session).name })
    const isThere = data.some(({ id }) => id === session.get('order').id)
    requireEqual('that the order is in it', isThere, true)
  }),
  step('list-suppliers', 'the supplier', async (session) => {
    const { data } = await session.client.listSuppliers()
    const isThere = data.some(({ name }) => name === makeSupplier(session).name)
    requireEqual('that the supplier is in it', isThere, true)
  }),
]
