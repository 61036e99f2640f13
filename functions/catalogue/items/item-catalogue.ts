import type { Table } from '../../store/client'
import { CatalogueReplicas } from '../replica/load'
import type { RequestCompaction } from '../replica/loading'
import type { ItemCatalogue } from './item-kind'
import { itemsSource } from './items-source'

const replicas = new CatalogueReplicas(itemsSource)

/** Includes every change acknowledged before the call. Calls `requestCompaction` if a new base is worth making. */
export function readItemCatalogue(
  table: Table,
  companyId: string,
  requestCompaction: RequestCompaction | null = null,
): Promise<ItemCatalogue> {
  return replicas.read(table, companyId, requestCompaction)
}
