import { createCompany } from '../admin/companies/companies'
import { createApiKey } from '../admin/keys/api-keys'
import { itemsSource } from '../functions/catalogue/items/item-catalogue'
import { writeBase } from '../functions/catalogue/replica/base'
import { keyScopes } from '../functions/domain/companies/caller'
import { dayMs } from '../functions/domain/time'
import type { Table } from '../functions/store/table/table'
import type { Ledger } from './load-operations'
import { stockUp } from './seed'

/** Creates a company with items, their full history in the log, and a base of its catalogue. */
export async function fillTable(table: Table, items: number): Promise<Ledger> {
  console.error(`stocking ${items} items …`)
  const { id: companyId } = await createCompany(table, { name: 'Load', plan: 'enterprise' })
  const since = Date.now() - 5 * dayMs
  const ids = await stockUp(table, companyId, { count: items, since, quantity: 1_000_000 })
  await writeBase(table, companyId, itemsSource)
  const none = { sent: 0, limited: 0, refused: 0, failed: 0 }
  return { companyId, ids, stocked: items, ...none, created: new Set(), moved: new Set() }
}

export async function makeKeys(table: Table, companyId: string, count: number): Promise<string[]> {
  const named = { companyId, userId: 'usr_load', plan: 'enterprise', name: null, expiresAt: null } as const
  const key = { ...named, prefix: 'sk_test_' as const, scopes: [...keyScopes] }
  const made: string[] = []
  for (let n = 0; n < count; n++) made.push((await createApiKey(table, key)).secret)
  return made
}
