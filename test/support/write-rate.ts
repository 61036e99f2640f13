import { keys } from '../../functions/store/table/schema'
import { deleteRow } from './damage'
import type { Shop } from './shop'

/** As if time had passed, which stands still here: the company may write many rows at once again. */
export async function forgetWriteRate({ table, companyId }: Pick<Shop, 'table' | 'companyId'>): Promise<void> {
  await deleteRow(table, keys.writeRate(companyId))
}
