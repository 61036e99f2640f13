import { createCompany } from '../admin/companies/companies'
import { createApiKey } from '../admin/keys/api-keys'
import { itemsSource } from '../functions/catalogue/items/item-catalogue'
import { writeBase } from '../functions/catalogue/replica/base'
import type { Table } from '../functions/store/client'
import { stockUp } from '../test/support/stock'
import type { Ledger } from './load-operations'

/** Creates a company with items, their full history in the log, and a base of its catalogue. */
export async function fillTable(table: Table, items: number): Promise<Ledger> {
  console.error(`stocking ${items} items …`)
  const company = await createCompany(table, { name: 'Load', plan: 'enterprise' })
  const ids: string[] = []
  const since = Date.now() - 5 * 86_400_000
  for (let from = 0; from < items; from += 10_000) {
    const some = Math.min(10_000, items - from)
    ids.push(
      ...(await stockUp(table, company.id, some, { since, from, quantity: () => 1_000_000 })).map(({ id }) => id),
    )
  }
  await writeBase(table, company.id, itemsSource)
  return {
    companyId: company.id,
    ids,
    stocked: items,
    sent: 0,
    created: new Set(),
    moved: new Set(),
    limited: 0,
    refused: 0,
    failed: 0,
  }
}

export async function makeKeys(table: Table, companyId: string, count: number): Promise<string[]> {
  const key = {
    companyId,
    userId: 'usr_load',
    plan: 'enterprise',
    name: null,
    expiresAt: null,
    prefix: 'sk_test_',
  } as const
  const made: string[] = []
  for (let n = 0; n < count; n++) made.push((await createApiKey(table, { ...key, scopes: ['read', 'write'] })).secret)
  return made
}
