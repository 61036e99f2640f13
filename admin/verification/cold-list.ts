import type { Catalogue } from '../../functions/catalogue/columns/catalogue'
import type { RowTypes } from '../../functions/catalogue/columns/segment'
import { CatalogueReplicas } from '../../functions/catalogue/replica/load'
import type { CatalogueSource } from '../../functions/catalogue/replica/source'
import { findCheckedItems } from '../../functions/store/items/item-row'
import { findCheckedOrders } from '../../functions/store/orders/order-row'
import type { Finding } from './finding'
import type { Inspection } from './inspection'
import type { Goal } from './trail'
import { Trails } from './trails'

type Listed = { id: string; goal: Goal | null }

/** What a process without a replica lists, and how that is compared with the rows. */
export type ColdList<Types extends RowTypes> = {
  source: CatalogueSource<Types>
  digest: (row: Types['row']) => string
  /** True where no list shows the row. */
  isHidden: (row: Types['row'], now: number) => boolean
  list: (trails: Trails) => Iterable<Listed>
}

/** The rows in `trails` were read before, so that the list must be as new. What differs is read and listed again. */
export async function checkColdList<Types extends RowTypes>(
  inspection: Inspection,
  cold: ColdList<Types>,
  trails: Trails,
): Promise<void> {
  const { table, companyId } = inspection
  const first = compare(cold, await read(inspection, cold), cold.list(trails), table.now())
  const suspects = first.map(({ resource }) => resource).filter((id) => !inspection.isFlagged(id))
  if (suspects.length === 0) return
  inspection.suspect(`a cold list of ${cold.source.base}`, async () => {
    const rows = new Trails()
    const items = await findCheckedItems(table, companyId, suspects)
    const orders = await findCheckedOrders(table, companyId, suspects)
    for (const { value } of items.values()) if (value) rows.addItem(value)
    for (const { value } of orders.values()) if (value) rows.addOrder(value)
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
