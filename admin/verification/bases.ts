import type { RowTypes } from '../../functions/catalogue/columns/segment'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import type { ItemTypes } from '../../functions/catalogue/items/item-kind'
import { headersSource, indexedOrdersSource } from '../../functions/catalogue/orders/order-catalogue'
import type { HeaderTypes, IndexedTypes } from '../../functions/catalogue/orders/order-kind'
import { findUsedHead } from '../../functions/catalogue/replica/base'
import type { CatalogueSource } from '../../functions/catalogue/replica/source'
import { isPurged } from '../../functions/domain/items/item'
import { findHead } from '../../functions/store/catalogue/head'
import { packItem } from '../../functions/store/log/packed-item'
import { packOrder } from '../../functions/store/log/packed-order'
import { inspectChunks } from './chunk-contents'
import { type ColdList, checkColdList } from './cold-list'
import type { Finding } from './finding'
import type { Inspection } from './inspection'
import { digestIndexed } from './order-trail'
import { computeDigest } from './trail'
import type { Trails } from './trails'

const items: ColdList<ItemTypes> = {
  source: itemsSource,
  digest: (item) => computeDigest(packItem(item)),
  isHidden: isPurged,
  list: ({ items }) => items.values(),
}
const orders: ColdList<HeaderTypes> = {
  source: headersSource,
  digest: (order) => computeDigest(packOrder(order)),
  isHidden: ({ deleted_at }) => deleted_at !== null,
  list: ({ orders }) => orders.values(),
}
const ordersByItem: ColdList<IndexedTypes> = {
  source: indexedOrdersSource,
  digest: (order) => digestIndexed(packOrder(order), order.item_ids),
  isHidden: ({ deleted_at }) => deleted_at !== null,
  list: function* ({ orders }) {
    for (const { id, goal } of orders.values()) yield { id, goal: goal && { ...goal, digest: goal.indexed } }
  },
}

/** The chunks of each base are there, and a cold list shows what the rows say. */
export async function checkBases(inspection: Inspection, trails: Trails): Promise<void> {
  await checkBase(inspection, items, trails)
  await checkBase(inspection, orders, trails)
  await checkBase(inspection, ordersByItem, trails)
}

/** Without a base, or with one that is too old, a list reads the rows: there is nothing to compare. */
async function checkBase<Types extends RowTypes>(
  inspection: Inspection,
  cold: ColdList<Types>,
  trails: Trails,
): Promise<void> {
  const { table, companyId } = inspection
  const { base } = cold.source
  inspection.report(`reading the base of ${base}`)
  const head = await inspection.attempt(`the base of ${base}`, () => findHead(table, companyId, base))
  if (head === null) return
  inspection.count('bases', 1)
  if ((await findUsedHead(table, companyId, base)) === null)
    inspection.notes.push(`The base of ${base} is so old that no list uses it: the night makes a new one.`)
  else if ((await findDamage(inspection, cold.source)).length === 0)
    await inspection.attempt(`a cold list of ${base}`, () => checkColdList(inspection, cold, trails))
  else inspection.suspect(base, () => findDamage(inspection, cold.source))
}

async function findDamage<Types extends RowTypes>(
  { table, companyId }: Inspection,
  { base, kind }: CatalogueSource<Types>,
): Promise<Finding[]> {
  const head = await findUsedHead(table, companyId, base)
  if (head === null) return []
  const findings: Finding[] = []
  for (const { name, chunks, rows } of [{ name: head.base, chunks: head.chunks, rows: head.rows }, ...head.deltas]) {
    const found = await inspectChunks(table, kind, { name, chunks })
    const fault =
      found.fault ?? (found.rows === rows ? null : `${name} has ${found.rows} rows, and should have ${rows}`)
    if (fault !== null) findings.push({ code: 'damaged_base', resource: base, text: `The base is damaged: ${fault}.` })
  }
  return findings
}
