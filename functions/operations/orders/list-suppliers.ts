import { countSuppliers } from '../../catalogue/orders/order-catalogue'
import { rankValues, type ValueCount } from '../../domain/list'
import type { Context, Workers } from '../context'

/** The suppliers that orders have, most orders first. Requests a compaction where the catalogue needs one. */
export async function listSuppliers({ table, caller, workers }: Context & { workers: Workers }): Promise<ValueCount[]> {
  return rankValues(await countSuppliers(table, caller.companyId, workers.requestCompaction))
}
