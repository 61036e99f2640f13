import type { Catalogue } from '../../functions/catalogue/columns/catalogue'
import type { RowTypes } from '../../functions/catalogue/columns/segment'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import type { ItemTypes } from '../../functions/catalogue/items/item-layout'
import { headersSource, indexedOrdersSource } from '../../functions/catalogue/orders/order-catalogue'
import type { HeaderTypes, IndexedTypes } from '../../functions/catalogue/orders/order-layout'
import { findUsableHead } from '../../functions/catalogue/replica/base'
import { CatalogueReplicas } from '../../functions/catalogue/replica/catalogue-replicas'
import type { CatalogueSource } from '../../functions/catalogue/replica/source'
import { isPurged } from '../../functions/domain/items/item'
import { findHead } from '../../functions/store/catalogue/head'
import { packItem } from '../../functions/store/log/packed-item'
import { packOrder } from '../../functions/store/log/packed-order'
import type { Finding, Inspection } from './inspection'
import { digestIndexed } from './order-trail'
import { inspectChunks } from './snapshots'
import { computeDigest, type Goal } from './trail'
import { Trails } from './trails'

type Listed = { id: string; goal: Goal | null }

/** What a process without a replica lists, and how that is compared with the rows. */
type ColdList<Types extends RowTypes> = {
  source: CatalogueSource<Types>
  digest: (row: Types['row']) => string
  /** True where no list shows the row. */
  isHidden: (row: Types['row'], now: number) => boolean
  list: (trails: Trails) => Iterable<Listed>
}

/** The rows in `trails` were read before, so that the list must be as new. What differs is read and listed again. */
async function checkColdList<Types extends RowTypes>(inspection: Inspection, cold: ColdList<Types>, trails: Trails) {
  const { table, companyId } = inspection
  const first = compare(cold, await read(inspection, cold), cold.list(trails), table.now())
  const suspects = first.map(({ resource }) => resource).filter((id) => !inspection.isFlagged(id))
  if (suspects.length === 0) return
  inspection.suspect(`a cold list of ${cold.source.base}`, async () => {
    const rows = new Trails()
    await rows.addRows(table, companyId, suspects)
    const again = compare(cold, await read(inspection, cold), cold.list(rows), table.now())
    return again.filter(({ resource }) => suspects.includes(resource))
  })
}

/** As a list does it: with the base, its deltas and the log since then. It requests nothing. */
function read<Types extends RowTypes>({ table, companyId }: Inspection, { source }: ColdList<Types>) {
  return new CatalogueReplicas(source).read(table, companyId, null)
}

function compare<Types extends RowTypes>(
  { source: { base }, digest, isHidden }: ColdList<Types>,
  catalogue: Catalogue<Types>,
  rows: Iterable<Listed>,
  now: number,
): Finding[] {
  const findings: Finding[] = []
  const find = (resource: string, text: string) => {
    findings.push({ code: 'wrong_base', resource, text: `A cold list of ${base} ${text}.` })
  }
  const known = new Set<string>()
  for (const { id, goal } of rows) {
    if (goal === null) continue
    known.add(id)
    const rev = catalogue.getRevision(id)
    const row = rev === goal.rev ? catalogue.find(id) : null
    if (rev === 0 && (goal.purgedAt ?? Number.POSITIVE_INFINITY) > now) find(id, 'lacks the row')
    else if (rev > 0 && rev < goal.rev) find(id, `has revision ${rev}, and the row is of revision ${goal.rev}`)
    else if (row && digest(row) !== goal.digest) find(id, `shows another content than the row has`)
  }
  for (const { id } of catalogue.findChangedAfter(-1)) {
    const row = known.has(id) ? null : catalogue.find(id)
    if (row && !isHidden(row, now)) find(id, 'shows what has no row')
  }
  return findings
}

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
async function checkBase<Types extends RowTypes>(inspection: Inspection, cold: ColdList<Types>, trails: Trails) {
  const { table, companyId } = inspection
  const { base } = cold.source
  inspection.report(`reading the base of ${base}`)
  const head = await inspection.attempt(`the base of ${base}`, () => findHead(table, companyId, base))
  if (head === null) return
  inspection.count('bases', 1)
  if ((await findUsableHead(table, companyId, base)) === null)
    inspection.notes.push(`The base of ${base} is so old that no list uses it: the night makes a new one.`)
  else if ((await findDamage(inspection, cold.source)).length === 0)
    await inspection.attempt(`a cold list of ${base}`, () => checkColdList(inspection, cold, trails))
  else inspection.suspect(base, () => findDamage(inspection, cold.source))
}

async function findDamage<Types extends RowTypes>(
  { table, companyId }: Inspection,
  { base, layout }: CatalogueSource<Types>,
): Promise<Finding[]> {
  const head = await findUsableHead(table, companyId, base)
  if (head === null) return []
  const findings: Finding[] = []
  for (const { name, chunks, rows } of [{ name: head.base, chunks: head.chunks, rows: head.rows }, ...head.deltas]) {
    const found = await inspectChunks(table, layout, { companyId, name, chunks })
    const fault =
      found.fault ?? (found.rows === rows ? null : `${name} has ${found.rows} rows, and should have ${rows}`)
    if (fault !== null) findings.push({ code: 'damaged_base', resource: base, text: `The base is damaged: ${fault}.` })
  }
  return findings
}
