import type { Item } from '../../functions/domain/items/item'
import { placeOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { openShop } from '../support/shop'
import { useTable } from '../support/table'

const engine = useTable()

async function draftTwoLines() {
  const shop = await openShop(engine.table)
  const items = [await shop.stockItem('A'), await shop.stockItem('B')] as const
  const draft = await shop.order(
    items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 })),
    'draft',
  )
  const ids = draft.line_items.map(({ id }) => id)
  const request = (item: Item, id?: string) => ({
    ...(id === undefined ? {} : { id }),
    ...{ item_id: item.id, sku: null, quantity_ordered: 2, unit_cost: null, notes: null },
  })
  const replaceLines = async (line_items: ReturnType<typeof request>[]) => {
    const { line_items: lines } = await shop.run((context) => updateOrder(context, draft.id, { line_items }, null))
    return lines.map(({ id }) => id)
  }
  return { shop, items, draft, ids, request, replaceLines }
}

test('a line without an id keeps that of its place, if its item is the same', async () => {
  const { items, ids, request, replaceLines } = await draftTwoLines()
  const [first, second] = await replaceLines([request(items[0]), request(items[0])])
  expect(first).toBe(ids[0])
  expect(ids).not.toContain(second)
})

test('an id that another line names is that line’s alone: the order can be placed', async () => {
  const { shop, items, draft, ids, request, replaceLines } = await draftTwoLines()
  const [first, second] = await replaceLines([request(items[0]), request(items[1], ids[0])])
  expect(second).toBe(ids[0])
  expect(ids).not.toContain(first)
  expect((await shop.run((context) => placeOrder(context, draft.id))).status).toBe('ordered')
})
