import { decodeSegment, encodeSegment } from '../../functions/catalogue/columns/codec'
import { Segment } from '../../functions/catalogue/columns/segment'
import { itemsSource, readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import { itemKind } from '../../functions/catalogue/items/item-kind'
import { readBase, writeBase } from '../../functions/catalogue/replica/base'
import { updateItem } from '../../functions/domain/items/item'
import { listItems } from '../../functions/operations/items/list-items'
import type { Table } from '../../functions/store/client'
import { measureCharge } from '../support/capacity'
import { rehearse } from '../support/rehearse'
import { openShop } from '../support/shop'
import { stockUp } from '../support/stock'
import { noon, useTable } from '../support/table'

const engine = useTable()

const whole = { limit: 100, offset: 0, sort: 'created_at' } as const
/** Another process: the same table, with nothing in memory. */
const another = (): Table => ({ ...engine.table })

test('a segment comes out of its chunk as it went in', async () => {
  const shop = await openShop(engine.table)
  const made = await Promise.all(Array.from({ length: 50 }, (_, index) => shop.stockItem(`S-${index}`, index)))
  const items = made
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((item, index) => ({
      ...item,
      name: `Ünïcode 🔩 ${index}`,
      location: index % 3 === 0 ? null : `Aisle ${index % 3}`,
      barcode: index % 2 === 0 ? null : String(index),
      reorder_point: index % 4 === 0 ? null : index,
      deleted_at: index % 5 === 0 ? '2026-03-14T12:00:00.123Z' : null,
      deleted_by: index % 5 === 0 ? 'usr_1' : null,
    }))
  const untimed = items.map((item) => ({ ...item, created_at: '2020-01-01T00:00:00.000Z' }))
  for (const rows of [items, untimed, []]) {
    const decoded = decodeSegment(itemKind, encodeSegment(Segment.of(itemKind, rows)))
    expect(Array.from({ length: decoded.count }, (_, row) => decoded.getRow(row))).toEqual(rows)
  }
})

test('a base and the log since it are the items as they are now', async () => {
  const shop = await openShop(engine.table)
  const items = await Promise.all(Array.from({ length: 30 }, (_, index) => shop.stockItem(`S-${index}`, 5)))
  const head = await writeBase(engine.table, shop.companyId, itemsSource)
  expect(head).toMatchObject({ rows: 30, chunks: 1, watermark: noon })
  engine.setTime(noon + 3_600_000)
  const [first] = items
  await shop.move({ type: 'issue', quantity: 2, item_id: first?.id ?? '' })
  await shop.stockItem('late')
  const { total, rows } = await listItems({ ...shop.context, table: another() }, whole)
  expect(total).toBe(31)
  expect(rows.find(({ id }) => id === first?.id)?.quantity).toBe(3)
})

rehearse('a cold load of more than 200 log rows requests deltas, a warm reader after 1 000 changes', async () => {
  const { companyId } = await openShop(engine.table)
  await stockUp(engine.table, companyId, 100, { since: noon - 3_600_000, quantity: () => 1 })
  await writeBase(engine.table, companyId, itemsSource)
  engine.setTime(noon + 3_600_000)
  const since = { since: noon + 1_000, quantity: () => 1 }
  const requests: unknown[] = []
  const load = (table: Table) => readItemCatalogue(table, companyId, async (...request) => void requests.push(request))
  await stockUp(engine.table, companyId, 200, { ...since, from: 100 })
  await load(another())
  expect(requests).toEqual([])
  await stockUp(engine.table, companyId, 1, { ...since, from: 300 })
  const reader = another()
  await load(reader)
  expect(requests).toEqual([[companyId, null]])
  const now = { since: noon + 3_600_000, quantity: () => 1 }
  await stockUp(engine.table, companyId, 799, { ...now, from: 301 })
  await load(reader)
  expect(requests).toHaveLength(1)
  await stockUp(engine.table, companyId, 1, { ...now, from: 1_100 })
  await load(reader)
  await load(reader)
  expect(requests).toEqual([
    [companyId, null],
    [companyId, null],
  ])
})

test('of two compactions at once one becomes the base; a base near its end, or without a chunk, is as good as none', async () => {
  const shop = await openShop(engine.table)
  await shop.stockItem('A')
  const { companyId } = shop
  const heads = await Promise.all([1, 2, 3].map(() => writeBase(another(), companyId, itemsSource)))
  expect(heads.filter((head) => head !== null)).toHaveLength(1)
  expect(await readBase(engine.table, companyId, itemsSource)).not.toBeNull()
  engine.setTime(noon + 6 * 86_400_000 + 1)
  expect(await readBase(engine.table, companyId, itemsSource)).toBeNull()
  expect((await listItems({ ...shop.context, table: another() }, whole)).total).toBe(1)
})

test('a warm list reads the log’s last seconds alone: 1 RCU, in one call', async () => {
  const shop = await openShop(engine.table)
  const item = await shop.stockItem('A', 500)
  const list = () => listItems(shop.context, whole)
  await list()
  engine.setTime(noon + 60_000)
  await list()
  engine.setTime(noon + 120_000)
  expect(await measureCharge(engine.table, list)).toEqual({ units: 1, calls: 1 })
  for (let change = 0; change < 100; change++)
    await shop.changeItem(item.id, (current, at) => updateItem(current, { quantity: current.quantity + 1 }, at))
  const after = await measureCharge(engine.table, list)
  expect(after.calls).toBe(1)
  expect(after.units).toBeLessThanOrEqual(20)
})

test('readers at once share a refresh that began after the last of them came', async () => {
  const shop = await openShop(engine.table)
  const reader = another()
  await readItemCatalogue(reader, shop.companyId)
  const totals: number[] = []
  const reads: Promise<unknown>[] = []
  for (let count = 1; count <= 20; count++) {
    await shop.stockItem(`S-${count}`)
    reads.push(
      listItems({ ...shop.context, table: reader }, whole).then(({ total }) => {
        totals.push(total)
        expect(total).toBeGreaterThanOrEqual(count)
      }),
    )
  }
  await Promise.all(reads)
  expect(totals).toHaveLength(20)
})
