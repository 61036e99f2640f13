import { readItemCatalogue } from '../../catalogue/items/item-catalogue'
import { liveItems } from '../../catalogue/items/item-layout'
import { rankValues, type ValueCount } from '../../domain/list'
import type { Context, Workers } from '../context'

/** The locations that live items have, most items first. Requests a compaction where the catalogue needs one. */
export async function listLocations({ table, caller, workers }: Context & { workers: Workers }): Promise<ValueCount[]> {
  const catalogue = await readItemCatalogue(table, caller.companyId, workers.requestCompaction)
  const counts = catalogue.countWords(
    liveItems,
    ({ location }) => location,
    ({ location }) => location,
  )
  return rankValues(counts)
}
