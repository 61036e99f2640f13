import type { Table } from '../../store/client'
import { CatalogueMirrors } from '../packed/catalogue-mirror'
import type { RequestCompaction } from '../packed/loading'
import type { ItemCatalogue } from './item-kind'
import { itemsSource } from './items-source'

const mirrors = new CatalogueMirrors(itemsSource)

/** Includes every change acknowledged before the call. Calls `requestCompaction` if a new base is worth making. */
export function readItemCatalogue(
  table: Table,
  companyId: string,
  requestCompaction: RequestCompaction | null = null,
): Promise<ItemCatalogue> {
  return mirrors.read(table, companyId, requestCompaction)
}
