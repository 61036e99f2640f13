import { restoreItem, trashItem, updateItem } from '../functions/domain/item'
import type { Order } from '../functions/domain/order'
import type { Table } from '../functions/store/client'
import { createApiKey, hashOf } from '../functions/store/companies/api-keys'
import { createCompany } from '../functions/store/companies/companies'
import { spendRequest } from '../functions/store/companies/meter'
import { addItem, changeItem } from '../functions/store/items/item-changes'
import { getItem, getLiveItem } from '../functions/store/items/items'
import { getOrder } from '../functions/store/orders/order-row'
import { receive } from '../functions/store/stock/receiving'
import { moveAll, reverse } from '../functions/store/stock/stock-changes'
import { openShop, row } from '../testing/shop'
import { caller } from '../testing/table'
import { costOf, type Line, type Section } from './measure'

const runs = 50
const fields = {
  name: 'Pneumatic hose, blue, 8 mm inner diameter',
  quantity: 120,
  location: 'Aisle 12, shelf 4, bin 7',
  barcode: '4006381333931',
  reorder_point: 40,
}

/** Single changes and reads, reads of what they change included. */
export async function benchWrites(table: Table): Promise<Section> {
  const { id: companyId, plan } = await createCompany(table, { name: 'Bench', plan: 'enterprise' })
  const who = caller(companyId)
  const named = { companyId, userId: 'usr_1', plan, name: null, expiresAt: null, prefix: 'sk_test_' } as const
  const { secret } = await createApiKey(table, { ...named, scopes: ['read'] })
  let number = 0
  const create = () => addItem(table, who, { ...fields, sku: `PHB-08-BLUE-${number++}` })
  const { id: item_id } = await create()
  const update = () =>
    changeItem(table, who, getLiveItem, item_id, (item, at) => updateItem(item, { location: `Aisle ${number++}` }, at))
  const move = () => moveAll(table, who, [row({ type: 'receive', quantity: 1, item_id })])
  const meter = () => spendRequest(table, hashOf(secret))
  await meter()
  const line = async (what: string, limit: number, run: () => Promise<unknown>): Promise<Line> => {
    return { what, ...(await costOf(table, runs, run)), limit }
  }
  const { id: other } = await create()
  const trash = () => changeItem(table, who, getLiveItem, other, (item, at) => trashItem(item, 'usr_1', at))
  const bring = () => changeItem(table, who, getItem, other, (item, at) => restoreItem(item, undefined, at))
  const toAndFro = async () => ((await getItem(table, companyId, other)).deleted_at === null ? trash() : bring())
  const moved: string[] = []
  for (let count = 0; count < runs; count++) moved.push((await move())[0]?.id ?? '')
  const shop = await openShop(table)
  const items = await Promise.all(Array.from({ length: 10 }, (_, index) => shop.addItem(`${fields.barcode}-${index}`)))
  const orders: Order[] = []
  const order = async () => {
    orders.push(await shop.order(items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 }))))
  }
  await order()
  const { id: received = '' } = orders.pop() ?? {}
  const everything = { lines: null, reference: null, note: null, allow_over_receipt: false }
  const lines = [
    await line('create an item', 7, create),
    await line('update an item (5, and 1 to read it)', 6, update),
    await line('delete or restore an item (7, and 2 to read it)', 9, toAndFro),
    await line('move stock (5, and 1 to read it)', 6, move),
    await line('reverse a movement (8, and 2 to read it)', 10, () => reverse(table, who, moved.pop() ?? '', {})),
    await line('create an order of 10 lines (14, and 11 to read)', 25, order),
    await line('receive an order of 10 lines (63, and 11 to read)', 74, () =>
      receive(table, shop.who, orders.pop()?.id ?? '', everything),
    ),
    await line('get an item', 1, () => getLiveItem(table, companyId, item_id)),
    await line('get an order of 10 lines', 1, () => getOrder(table, shop.who.companyId, received)),
    await line('count a request', 2, meter), // 2 in the run in which a minute begins
  ]
  return { title: 'Single changes and reads', lines, notes: [] }
}
