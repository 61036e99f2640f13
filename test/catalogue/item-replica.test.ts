import { readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import type { Table } from '../../functions/store/client'
import { measureCharge } from '../support/capacity'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()

/** A company with an item, and a reader that has loaded it and read it again a minute later, by its own clock. */
async function openShopWithReader() {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A')
  let clock = noon + 20_000
  const reader: Table = { ...engine.table, now: () => clock }
  const read = async (at: number) => {
    clock = at
    const catalogue = await readItemCatalogue(reader, shop.companyId)
    const page = { limit: 10, offset: 0, sort: 'created_at' } as const
    return catalogue.list({ ...page, where: 'live', now: at }).rows.map(({ name, rev }) => `${name} ${rev}`)
  }
  await read(noon + 20_000)
  await read(noon + 60_000)
  const update = (name: string, at: number) => {
    engine.setTime(at)
    return shop.updateItem(id, { name })
  }
  return { ...shop, item: id, reader, read, update }
}

test('a change that was stamped too early to be read is found by the next change of its item', async () => {
  const { reader, read, update } = await openShopWithReader()
  await update('early', noon + 30_000) // 30 s before the reader’s watermark
  expect(await read(noon + 61_000)).toEqual(['Bolt 1'])
  await update('next', noon + 62_000)
  const { calls } = await measureCharge(reader, async () => expect(await read(noon + 63_000)).toEqual(['next 3']))
  expect(calls).toBe(2) // the last seconds, and all since the replica was loaded
  expect(await read(noon + 64_000)).toEqual(['next 3'])
})

test('a change is seen however much earlier than the last read it was stamped, up to 6 s', async () => {
  const { read, update } = await openShopWithReader()
  await update('prompt', noon + 54_000)
  expect(await read(noon + 61_000)).toEqual(['prompt 2'])
})

test('a change that was stamped up to 15 s before the last read is seen 3 s after it: its writer waits', async () => {
  const { read, update } = await openShopWithReader()
  await update('late', noon + 45_000)
  expect(await read(noon + 61_000)).toEqual(['Bolt 1'])
  expect(await read(noon + 62_999)).toEqual(['Bolt 1'])
  expect(await read(noon + 63_000)).toEqual(['late 2'])
})

test('changes of orders are no changes of items', async () => {
  const { read, order, receive, item } = await openShopWithReader()
  engine.setTime(noon + 60_000)
  const { id } = await order([{ item_id: item, quantity_ordered: 5 }])
  expect(await read(noon + 61_000)).toEqual(['Bolt 1'])
  await receive(id)
  expect(await read(noon + 62_000)).toEqual(['Bolt 2'])
})

test('a change that was settled when the replica was loaded is not looked for', async () => {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A')
  engine.setTime(noon + 60_000)
  const reader: Table = { ...engine.table }
  await readItemCatalogue(reader, shop.companyId)
  await shop.updateItem(id, { name: 'Nut' })
  const { calls } = await measureCharge(reader, () => readItemCatalogue(reader, shop.companyId))
  expect(calls).toBe(1)
})
