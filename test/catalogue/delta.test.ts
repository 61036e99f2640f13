import type { RowTypes } from '../../functions/catalogue/columns/segment'
import { rebuild } from '../../functions/catalogue/compaction'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { indexedOrdersSource } from '../../functions/catalogue/orders/order-catalogue'
import { readSegments } from '../../functions/catalogue/replica/base'
import { DeltaWriter } from '../../functions/catalogue/replica/delta'
import type { CatalogueSource } from '../../functions/catalogue/replica/source'
import { dayMs } from '../../functions/domain/time'
import { deleteOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { findHead } from '../../functions/store/catalogue/head'
import { findRow } from '../../functions/store/client'
import type { LogRow } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/schema'
import { makeLogRow } from '../support/log-rows'
import { makeNumberedItem } from '../support/numbered-item'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()
let companies = 0

/** A writer of a base that has just been made. */
async function open<Types extends RowTypes>(source: CatalogueSource<Types>, companyId = `cmp_${companies++}`) {
  const head = await rebuild(engine.table, companyId, source.base)
  if (!head) throw new Error('there is no base')
  const writer = new DeltaWriter(source, head)
  const write = (through: number) => writer.write(engine.table, companyId, through)
  const stored = () => findHead(engine.table, companyId, source.base)
  /** The rows of each delta. */
  const read = () =>
    Promise.all(
      writer.head.deltas.map(async (delta) =>
        (await readSegments(engine.table, source.kind, { companyId, ...delta })).listRows(),
      ),
    )
  return { companyId, head, writer, write, stored, read }
}

const idOf = (number: number) => makeNumberedItem(number).id

/** Opens a writer that collects revisions of items, and tells what deltas have. */
async function openItems() {
  const { read, ...opened } = await open(itemsSource)
  const change = (number: number, rev: number) =>
    makeLogRow(opened.companyId, { at: noon + rev, item: idOf(number), rev })
  const collect = (...changes: [number: number, rev: number][]) =>
    opened.writer.collect(changes.map((each) => change(...each)))
  const deltas = async () => (await read()).map((rows) => rows.map(({ id, rev }) => [Number(id.slice(7)), rev]))
  return { ...opened, collect, deltas }
}

test('a delta has the newest revision of each row that the log names, in the order of their ids', async () => {
  const { head, writer, collect, write, deltas, stored } = await openItems()
  collect([3, 2], [1, 3], [2, 2], [1, 2])
  writer.collect([{ ...makeLogRow('cmp_1', { at: noon }), item_id: undefined } as LogRow]) // of no item
  expect(writer.size).toBe(3)
  engine.setTime(noon + 60_000)
  expect(await write(noon + 50_000)).toBe(true)
  expect(writer.size).toBe(0)
  const expected = [
    [1, 3],
    [2, 2],
    [3, 2],
  ]
  expect(await deltas()).toEqual([expected])
  expect(await stored()).toEqual({ ...head, deltas: [expect.objectContaining({ rows: 3 })], through: noon + 50_000 })
  expect(writer.head).toEqual(await stored())
  const chunk = await findRow(engine.table, keys.chunk(writer.head.deltas[0]?.name ?? '', 0))
  expect(chunk?.expires_at).toBe((noon + 60_000 + 7 * dayMs) / 1_000)
  collect([2, 3])
  await write(noon + 60_000)
  expect(await deltas()).toEqual([expected, [[2, 3]]])
})

test('where nothing has changed, a head says so, and gets no delta', async () => {
  const { head, write, stored } = await openItems()
  expect(await write(noon + 1)).toBe(true)
  expect(await stored()).toEqual({ ...head, through: noon + 1 })
})

test('the last eight deltas are merged, none of which has eight times as many rows as the next', async () => {
  const { writer, collect, write, deltas } = await openItems()
  const sizes = async () => (await deltas()).map(({ length }) => length)
  const add = async (rev: number, numbers: number[]) => {
    collect(...numbers.map((number): [number, number] => [number, rev]))
    await write(noon + rev)
  }
  const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)
  await add(2, range(0, 17))
  await add(3, range(10, 16))
  for (let rev = 4; rev <= 10; rev++) await add(rev, [10, 11])
  expect(await sizes()).toEqual([17, 16, ...Array(7).fill(2)])
  await add(11, [11, 12])
  expect(await sizes()).toEqual([17, 16])
  expect((await deltas())[1]?.slice(0, 4)).toEqual([
    [10, 10],
    [11, 11],
    [12, 11],
    [13, 3],
  ])
  expect(writer.head.deltas.map(({ rows }) => rows)).toEqual([17, 16])
})

test('rows are read where the log does not say what became of them; those that are gone are left out', async () => {
  const shop = await openShop(engine.table)
  const { id: item } = await shop.stockItem('A')
  const make = () => shop.order([{ item_id: item, quantity_ordered: 5 }], 'draft')
  const note = (id: string, notes: string) => shop.run(() => updateOrder(shop.context, id, { notes }, null))
  const [known, unread, gone] = [await make(), await make(), await make()]
  for (const { id } of [known, unread, gone]) await note(id, 'soon')
  const log = (await shop.log()) as LogRow[]
  const collected = log.filter(({ resource_id, rev }) => rev === 2 || resource_id === known.id)
  const { writer, write, read } = await open(indexedOrdersSource, shop.companyId)
  writer.collect(collected)
  expect(writer.size).toBe(3)
  await note(known.id, 'later')
  await shop.run(() => deleteOrder(shop.context, gone.id, null))
  await write(noon + 1)
  const [rows = []] = await read()
  const expected = [`${known.id} soon ${item}`, `${unread.id} soon ${item}`]
  expect(rows.map(({ id, notes, item_ids }) => `${id} ${notes} ${item_ids}`)).toEqual(expected.sort())
})
