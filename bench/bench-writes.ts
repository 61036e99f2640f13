import { createApiKey } from '../admin/keys/api-keys'
import type { Order } from '../functions/domain/orders/order'
import { admitRequest } from '../functions/operations/companies/meter'
import { getLiveItem } from '../functions/operations/items/get-item'
import type { Table } from '../functions/store/client'
import { hashSecret } from '../functions/store/companies/principals'
import { forgetPace } from '../test/support/pace'
import { openShop } from '../test/support/shop'
import { type Line, measureCost, type Section } from './measure'

const runs = 50
const fields = {
  name: 'Pneumatic hose, blue, 8 mm inner diameter',
  quantity: 120,
  location: 'Aisle 12, shelf 4, bin 7',
  barcode: '4006381333931',
  reorder_point: 40,
}

/** Measures single changes and reads. The cost of a change includes reading what it changes. */
export async function measureWrites(table: Table): Promise<Section> {
  const shop = await openShop(table)
  const { companyId } = shop
  const named = { companyId, userId: 'usr_1', plan: 'enterprise', name: null, expiresAt: null } as const
  const { secret } = await createApiKey(table, { ...named, prefix: 'sk_test_', scopes: ['read'] })
  let number = 0
  const create = () => shop.createItem({ ...fields, sku: `PHB-08-BLUE-${number++}` })
  const { id: item_id } = await create()
  const update = () => shop.updateItem(item_id, { location: `Aisle ${number++}` })
  const move = () => shop.move({ type: 'receive', quantity: 1, item_id })
  const meter = () => admitRequest(table, hashSecret(secret))
  await meter()
  const line = async (
    what: string,
    limit: number,
    run: () => Promise<unknown>,
    prepare?: () => Promise<unknown>,
  ): Promise<Line> => {
    return { what, ...(await measureCost(table, runs, run, prepare)), limit }
  }
  const { id: other } = await create()
  const toAndFro = async () =>
    (await shop.getItem(other)).deleted_at === null ? shop.deleteItem(other) : shop.restoreItem(other)
  const moved: string[] = []
  for (let count = 0; count < runs; count++) moved.push((await move())[0]?.id ?? '')
  const buyer = await openShop(table)
  const items = await Promise.all(
    Array.from({ length: 10 }, (_, index) => buyer.stockItem(`${fields.barcode}-${index}`)),
  )
  const orders: Order[] = []
  const order = async () => {
    orders.push(await buyer.order(items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 }))))
  }
  await order()
  const { id: received = '' } = orders.pop() ?? {}
  const lines = [
    await line('create an item', 7, create),
    await line('update an item (5, and 1 to read it)', 6, update),
    await line('delete or restore an item (7, and 2 to read it)', 9, toAndFro),
    await line('move stock (5, and 1 to read it)', 6, move),
    await line('reverse a movement (8, and 2 to read it)', 10, () => shop.reverse(moved.pop() ?? '')),
    await line('create an order of 10 lines (14, and 11 to read)', 25, order),
    await line(
      'receive an order of 10 lines (67, and 11 to read)',
      78,
      () => buyer.receive(orders.pop()?.id ?? ''),
      () => forgetPace(buyer), // one after the other, so many would be refused
    ),
    await line('get an item', 1, () => getLiveItem(shop.context, item_id)),
    await line('get an order of 10 lines', 1, () => buyer.getOrder(received)),
    await line('count a request', 2, meter), // 2 units in the run in which a new minute begins
  ]
  return { title: 'Single changes and reads', lines, notes: [] }
}
