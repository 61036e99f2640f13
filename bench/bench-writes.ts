import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { createCompany } from '../admin/companies/companies'
import { createApiKey } from '../admin/keys/api-keys'
import type { Order } from '../functions/domain/orders/order'
import { admitRequest } from '../functions/operations/companies/meter'
import { getItem, getLiveItem } from '../functions/operations/items/find-items'
import { deleteItem, restoreItem } from '../functions/operations/items/item-changes'
import { getOrder } from '../functions/operations/orders/get-order'
import { createOrder } from '../functions/operations/orders/order-changes'
import { receiveOrder } from '../functions/operations/orders/receive-order'
import { reverseTransaction } from '../functions/operations/stock/reverse-transaction'
import { hashSecret } from '../functions/store/companies/principals'
import { keys } from '../functions/store/table/schema'
import type { Table } from '../functions/store/table/table'
import { type Line, measureCost, type Section } from './measure'
import { makeShop } from './shop'

const runs = 50
const fields = {
  name: 'Pneumatic hose, blue, 8 mm inner diameter',
  quantity: 120,
  location: 'Aisle 12, shelf 4, bin 7',
  barcode: '4006381333931',
  reorder_point: 40,
}

const supplier = { name: 'Acme', email: null, phone: null, reference: null }
const header = { status: 'ordered', supplier, currency: 'EUR', expected_at: null, location: null, notes: null } as const
const everything = { lines: null, reference: null, note: null, allow_over_receipt: false }

/** Measures single changes and reads. The cost of a change includes reading what it changes. */
export async function measureWrites(table: Table): Promise<Section> {
  const { shop, companyId } = await openShop(table)
  const { context, run } = shop
  const named = { companyId, userId: 'usr_1', plan: 'enterprise', name: null, expiresAt: null } as const
  const { secret } = await createApiKey(table, { ...named, prefix: 'sk_test_', scopes: ['read'] })
  let number = 0
  const create = () => shop.createItem({ ...fields, sku: `PHB-08-BLUE-${number++}` })
  const [{ id: item_id }, { id: other }] = [await create(), await create()]
  const update = () => shop.updateItem(item_id, { location: `Aisle ${number++}` })
  const move = () => shop.move(item_id, { type: 'receive', quantity: 1 })
  const toAndFro = async () => {
    const { deleted_at } = await getItem(context, other)
    return run((context) => (deleted_at === null ? deleteItem(context, other, null) : restoreItem(context, other)))
  }
  const meter = () => admitRequest(table, hashSecret(secret))
  await meter()
  const line = async (what: string, limit: number, change: Run, prepare?: Run): Promise<Line> => {
    return { what, ...(await measureCost(table, runs, change, prepare)), limit }
  }
  const moved: string[] = []
  for (let count = 0; count < runs; count++) moved.push((await move())[0]?.id ?? '')
  const reverse = () => run((context) => reverseTransaction(context, moved.pop() ?? '', {}))
  const buyer = await openBuyer(table)
  await buyer.order()
  const received = buyer.orders.pop()?.id ?? ''
  const lines = [
    await line('create an item', 7, create),
    await line('update an item (5, and 1 to read it)', 6, update),
    await line('delete or restore an item (7, and 2 to read it)', 9, toAndFro),
    await line('move stock (5, and 1 to read it)', 6, move),
    await line('reverse a movement (8, and 2 to read it)', 10, reverse),
    await line('create an order of 10 lines (14, and 11 to read)', 25, buyer.order),
    await line('receive an order of 10 lines (67, and 11 to read)', 78, buyer.receive, buyer.forgetWriteRate),
    await line('get an item', 1, () => getLiveItem(context, item_id)),
    await line('get an order of 10 lines', 1, () => getOrder(buyer.context, received)),
    await line('count a request', 2, meter), // 2 units in the run in which a new minute begins
  ]
  return { title: 'Single changes and reads', lines, notes: [] }
}

type Run = () => Promise<unknown>

async function openShop(table: Table) {
  const { id: companyId } = await createCompany(table, { name: 'Bench', plan: 'enterprise' })
  return { companyId, shop: makeShop(table, companyId) }
}

/** A company that orders and receives ten items. `orders`: those that have not come yet. */
async function openBuyer(table: Table) {
  const { companyId, shop } = await openShop(table)
  const { context, run } = shop
  const skus = Array.from({ length: 10 }, (_, index) => `${fields.barcode}-${index}`)
  const items = await Promise.all(skus.map((sku) => shop.createItem({ sku })))
  const line_items = items.map(({ id }) => {
    return { item_id: id, sku: null, quantity_ordered: 5, unit_cost: '2.50', notes: null }
  })
  const orders: Order[] = []
  const order = async () => void orders.push(await run((context) => createOrder(context, { ...header, line_items })))
  const receive = () => run((context) => receiveOrder(context, orders.pop()?.id ?? '', everything))
  /** One after the other, so many would be refused. */
  const forgetWriteRate = () =>
    table.db.send(new DeleteCommand({ TableName: table.name, Key: keys.writeRate(companyId) }))
  return { context, orders, order, receive, forgetWriteRate }
}
