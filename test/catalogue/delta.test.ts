import type { RowTypes } from '../../functions/catalogue/columns/segment'
import { rebuild } from '../../functions/catalogue/compaction'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { indexedOrdersSource } from '../../functions/catalogue/orders/order-catalogue'
import { readSegments } from '../../functions/catalogue/replica/base'
import { DeltaWriter } from '../../functions/catalogue/replica/delta'
import type { CatalogueSource } from '../../functions/catalogue/replica/source'
import { dayMs } from '../../functions/domain/time'
import { deleteOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { type Delta, findHead } from '../../functions/store/catalogue/head'
import type { LogRow } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/table/schema'
import { findRow } from '../../functions/store/table/table'
import { makeLogRow } from '../support/log-rows'
import { makeNumberedItem } from '../support/numbered-item'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()

/** A writer of a base that has just been made, and the rows of each of its deltas. */
async function open<Types extends RowTypes>(source: CatalogueSource<Types>, companyId: string) {
  const head = await rebuild(engine.table, companyId, source.base)
  if (!head) throw new Error('there is no base')
  const writer = new DeltaWriter(source, head)
  const write = (through: number) => writer.write(engine.table, companyId, through)
  const readDelta = async (chunks: Delta) =>
    (await readSegments(engine.table, source.layout, { companyId, ...chunks })).listRows()
  return { head, writer, write, read: () => Promise.all(writer.head.deltas.map(readDelta)) }
}

type Revision = [number: number, rev: number]

/** Collects revisions of numbered items, and tells what deltas have. */
async function openItems(companyId: string) {
  const { read, ...opened } = await open(itemsSource, companyId)
  const collect = (...changes: Revision[]) =>
    opened.writer.collect(
      changes.map(([number, rev]) => makeLogRow(companyId, { at: noon, item: makeNumberedItem(number).id, rev })),
    )
  const deltas = async () =>
    (await read()).map((rows) => rows.map(({ id, rev }): Revision => [Number(id.slice(7)), rev]))
  return { ...opened, collect, deltas }
}

test('a delta has the newest revision of each row that the log names; it is dropped where there is another base', async () => {
  const { head, writer, collect, write, deltas } = await openItems('cmp_1')
  expect(await write(noon + 1)).toBe(true)
  expect(writer.head).toEqual({ ...head, through: noon + 1 }) // nothing has changed
  collect([3, 2], [1, 3], [2, 2], [1, 2])
  const other = makeLogRow('cmp_1', { at: noon })
  writer.collect([{ ...other, item_id: undefined } as LogRow])
  expect(writer.size).toBe(3)
  engine.setTime(noon + 60_000)
  await write(noon + 50_000)
  expect(await findHead(engine.table, 'cmp_1', 'items')).toEqual(writer.head)
  expect(writer.head).toMatchObject({ deltas: [{ rows: 3 }], through: noon + 50_000 })
  const chunk = await findRow(engine.table, keys.chunk(writer.head.deltas[0]?.name ?? '', 0))
  expect(chunk?.expires_at).toBe((noon + 60_000 + 7 * dayMs) / 1_000)
  collect([2, 3])
  await write(noon + 60_000)
  const newest: Revision[] = [1, 2, 3].map((number) => [number, number === 1 ? 3 : 2])
  expect(await deltas()).toEqual([newest, [[2, 3]]])
  const fresh = await rebuild(engine.table, 'cmp_1', 'items')
  collect([1, 4])
  expect(await write(noon + 70_000)).toBe(false)
  expect(await findHead(engine.table, 'cmp_1', 'items')).toEqual(fresh)
})

test('the last eight deltas are merged, none of which has more than eight times as many rows as the next', async () => {
  const { writer, collect, write, deltas } = await openItems('cmp_2')
  const add = async (rev: number, ...numbers: number[]) => {
    collect(...numbers.map((number): Revision => [number, rev]))
    await write(noon + rev)
    return writer.head.deltas.map(({ rows }) => rows)
  }
  await add(2, ...Array(17).keys())
  await add(3, ...Array(16).keys())
  for (let rev = 4; rev < 10; rev++) await add(rev, 0, 1)
  expect(await add(10, 0, 1)).toEqual([17, 16, ...Array(7).fill(2)])
  expect(await add(11, 1, 2)).toEqual([17, 16])
  const revisions = [10, 11, 11, ...Array(13).fill(3)]
  expect((await deltas())[1]).toEqual(revisions.map((rev, number) => [number, rev]))
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
  expect(indexedOrdersSource.parseChange(collected.at(-1) as LogRow)?.previousAt).toBe(noon)
  const [rows = []] = await read()
  const expected = [`${known.id} soon ${item}`, `${unread.id} soon ${item}`]
  expect(rows.map(({ id, notes, item_ids }) => `${id} ${notes} ${item_ids}`)).toEqual(expected.sort())
})
