import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { CreateOrder, InventoryClient, Order } from '../../../../client'
import * as write from './write'

/** Of a supplier that is called as the text, ten of an item that is called so, too. */
export async function makeOrder(client: InventoryClient, text: string, status: CreateOrder['status'] & string) {
  const { id } = await write.makeItem(client, text)
  const line_items = [{ item_id: id, quantity_ordered: 10 }]
  return client.createOrder({ supplier: { name: text }, status, line_items })
}

const findOrders = async (client: InventoryClient, text: string) =>
  (await client.listOrders({ supplier: text }).toArray()).filter(({ supplier }) => supplier.name === text)

async function findOrder(client: InventoryClient, text: string) {
  const [order] = await findOrders(client, text)
  if (!order) throw new Error('the order is gone')
  return order
}

/** How often the log says that this field of the order got this value. */
async function countChanges(client: InventoryClient, text: string, change: { field: string; to: string }) {
  const { id } = await findOrder(client, text)
  const entries = await client.listAudit({ resource_id: id, action: 'update' }).toArray()
  return entries.filter(({ changes }) => changes.some(({ field, to }) => field === change.field && to === change.to))
    .length
}

const countStatus = (status: Order['status']): write.Write['count'] => {
  return (client, text) => countChanges(client, text, { field: 'status', to: status })
}

function receiveSome(client: InventoryClient, { id, line_items }: Order) {
  const lines = line_items.map((line) => ({ line_item_id: line.id, quantity_accepted: 4 }))
  return client.receiveOrder(id, { lines })
}

/** The page of an order. */
const seeOrder = (page: Page) => page.getByRole('heading', { level: 1, name: /^PO-/ }).waitFor()

const newOrder: Pick<write.Write, 'operation' | 'prepare' | 'fill' | 'typed' | 'see'> = {
  operation: 'create-order',
  prepare: async (client, text) => {
    await write.makeItem(client, text)
    return '/orders/new'
  },
  fill: async (page, text) => {
    await write.findField(page, 'Their reference', 'main').fill(text)
    await write.findField(page, 'Name', 'main').fill(text)
    await write.findField(page, 'Add an item', 'main').fill(text)
    await write.findField(page, 'Add an item', 'main').press('Enter')
    await write.findField(page, `Quantity: Item ${text}`, 'main').fill('7')
  },
  typed: (page) => write.findField(page, 'Their reference', 'main').inputValue(),
  see: seeOrder,
}

const edit = (status: CreateOrder['status'] & string, label: string, field: string): write.Write => ({
  operation: 'update-order',
  prepare: async (client, text) => `/orders/${(await makeOrder(client, text, status)).id}/edit`,
  ...write.typeInto(label, 'main'),
  submit: write.press('Save', 'main'),
  see: seeOrder,
  count: (client, text) => countChanges(client, text, { field, to: text }),
})

export const orderWrites: write.Writes = {
  'create a draft': {
    ...newOrder,
    submit: write.press('Save draft', 'main'),
    count: async (client, text) => (await findOrders(client, text)).filter(({ status }) => status === 'draft').length,
  },
  'create and place an order': {
    ...newOrder,
    fill: async (page, text) => {
      await newOrder.fill?.(page, text)
      await page.getByRole('radio', { name: /place it at once/ }).check()
    },
    submit: write.press('Place order', 'main'),
    count: async (client, text) => (await findOrders(client, text)).filter(({ status }) => status === 'ordered').length,
  },
  'order what is low': {
    isOneWay: true, // what is on order is not low
    operation: 'create-order',
    prepare: async (client, text) => {
      const { id } = await client.createItem({ name: text, sku: text, quantity: 1, reorder_point: 20 })
      const line_items = [{ item_id: id, quantity_ordered: 4 }]
      await receiveSome(client, await client.createOrder({ supplier: { name: text }, line_items }))
      return '/orders/reorder'
    },
    fill: (page, text) => write.findField(page, `Note: ${text}`, 'main').fill(text),
    typed: (page, text) => write.findField(page, `Note: ${text}`, 'main').inputValue(),
    submit: (page, text) =>
      page.getByRole('region', { name: text }).getByRole('button', { name: 'Save draft' }).click(),
    see: (page, text) => page.getByRole('region', { name: text }).getByRole('link', { name: /^PO-/ }).waitFor(),
    count: async (client, text) => (await findOrders(client, text)).filter(({ status }) => status === 'draft').length,
  },
  'edit a draft': edit('draft', 'Deliver to', 'location'),
  'edit an order that is placed': edit('ordered', 'Notes', 'notes'),
  'take a delivery back': write.oneWay({
    operation: 'reverse-receipt',
    prepare: async (client, text) => {
      const { order, receipt } = await receiveSome(client, await makeOrder(client, text, 'ordered'))
      return `/orders/${order.id}?ask=back&receipt=${receipt.id}`
    },
    submit: write.press('Take back'),
    count: (client, text) => write.countMovements(client, text, ({ quantity_change }) => quantity_change === -4),
  }),
  'delete a draft': write.oneWay({
    operation: 'delete-order',
    prepare: async (client, text) => `/orders/${(await makeOrder(client, text, 'draft')).id}?ask=remove`,
    submit: write.press('Delete draft'),
    see: (page) => page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor(),
    count: async (client, text) => ((await findOrders(client, text)).length === 0 ? 1 : 0),
  }),
  'place an order': write.oneWay({
    operation: 'place-order',
    prepare: async (client, text) => `/orders/${(await makeOrder(client, text, 'draft')).id}?ask=place`,
    submit: write.press('Place'),
    count: countStatus('ordered'),
  }),
  'receive an order': {
    operation: 'receive-order',
    prepare: async (client, text) => `/orders/${(await makeOrder(client, text, 'ordered')).id}/receive`,
    fill: async (page, text) => {
      await write.findField(page, `Accepted: Item ${text}`, 'main').fill('3')
      await write.findField(page, 'Reference', 'main').fill(text)
    },
    typed: (page) => write.findField(page, 'Reference', 'main').inputValue(),
    submit: write.press('Receive 1 line', 'main'),
    see: (page) => page.getByText('Received: 3 accepted, 0 rejected.').waitFor(),
    count: async (client, text) => {
      const { id } = await findOrder(client, text)
      const { length } = await client.listReceipts(id).toArray()
      const isOfOrder = ({ quantity_change }: { quantity_change: number }) => quantity_change === 3
      assert.equal(
        await write.countMovements(client, text, isOfOrder),
        length,
        'the ledger has it as often as the order',
      )
      return length
    },
  },
  'cancel an order': write.oneWay({
    operation: 'cancel-order',
    prepare: async (client, text) => `/orders/${(await makeOrder(client, text, 'ordered')).id}?ask=cancel`,
    ...write.typeInto('Reason'),
    submit: write.press('Cancel order'),
    see: write.seeClosed,
    count: (client, text) => countChanges(client, text, { field: 'cancel_reason', to: text }),
  }),
  'close an order': write.oneWay({
    operation: 'close-order',
    prepare: async (client, text) => {
      const order = await makeOrder(client, text, 'ordered')
      await receiveSome(client, order)
      return `/orders/${order.id}?ask=close`
    },
    submit: write.press('Close order'),
    count: countStatus('closed'),
  }),
}
