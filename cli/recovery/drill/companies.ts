import { createCompany } from '../../../admin/companies/companies'
import { createApiKey } from '../../../admin/keys/api-keys'
import { createClient, type InventoryClient, type RetryOptions } from '../../../client'
import { type Plan, planNames } from '../../../functions/domain/companies/plan'
import type { Table } from '../../../functions/store/table/table'

export type DrillCompany = { id: string; plan: Plan; key: string }

/** A company of each plan, with a key. */
export async function createCompanies(table: Table): Promise<DrillCompany[]> {
  return Promise.all(
    planNames.map(async (plan) => {
      const { id, user_id } = await createCompany(table, { name: `Drill ${plan}`, plan })
      const { secret } = await createApiKey(table, {
        companyId: id,
        userId: user_id,
        plan,
        name: 'Drill',
        scopes: ['read', 'write', 'webhooks'],
        expiresAt: null,
        prefix: 'sk_test_',
      })
      return { id, plan, key: secret }
    }),
  )
}

export function openClient(baseUrl: string, { key }: DrillCompany, retry: RetryOptions = {}): InventoryClient {
  return createClient({ baseUrl, apiKey: key, retry })
}
