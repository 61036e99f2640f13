import { createCompany } from '../../admin/companies/companies'
import { createApiKey } from '../../admin/keys/api-keys'
import { openLocalTable } from '../../cli/target'
import { createClient, type InventoryClient } from '../../client'
import type { KeyScope } from '../../functions/domain/companies/caller'
import type { Plan } from '../../functions/domain/companies/plan'
import type { Table } from '../../functions/store/table/table'
import type { Stack } from '../../local/template'
import { type Call, makeClient } from './client'
import { type ClockedService, type OwnOptions, startClockedService } from './clocked-service'
import { readTestStack } from './stack'
import { noon, patience } from './table'

export type TestService = ClockedService & { rows: Table }

/** With the company's key: `client` has the methods of the API, `call` sends what it is given. Neither sends again. */
export type Customer = Awaited<ReturnType<typeof createCompanyWithKey>>

declare global {
  /** Set by test/support/environment.ts. Starts or returns the service that the test files of a process share. */
  var startSharedService: (() => Promise<ClockedService>) | undefined
}

/** Starts a service for one test. Its clock stands at noon until the test sets it. */
export async function startTestService(stack: Stack = readTestStack(), options: OwnOptions = {}): Promise<TestService> {
  return toTestService(await startClockedService(stack, options))
}

/** Provides a service to the tests of a file. The clock is set to noon before each test. */
export function useService(start: () => Promise<TestService> = openSharedService): TestService {
  const service = {} as TestService
  beforeAll(async () => void Object.assign(service, await start()))
  afterAll(() => service.stop())
  beforeEach(() => service.setTime(noon))
  return service
}

/** Provides a service, and for each test a new customer on the Enterprise plan. */
export function useCustomer(): { service: TestService; customer: Customer; call: Call; client: InventoryClient } {
  const service = useService()
  const [customer, client] = [{} as Customer, {} as InventoryClient]
  beforeEach(async () => {
    Object.assign(customer, await createCompanyWithKey(service))
    Object.assign(client, customer.client)
  })
  return { service, customer, client, call: (...request) => customer.call(...request) }
}

async function openSharedService(): Promise<TestService> {
  if (!globalThis.startSharedService) return startTestService()
  const shared = await globalThis.startSharedService()
  shared.logs.length = 0
  const service = toTestService(shared)
  return { ...service, stop: async () => service.rows.db.destroy() }
}

function toTestService(service: ClockedService): TestService {
  service.setTime(noon)
  return {
    ...service,
    rows: { ...openLocalTable(service.table, service.dynamodbEndpoint, patience), now: service.now },
  }
}

export async function createCompanyWithKey(
  service: TestService,
  plan: Plan = 'enterprise',
  scopes: KeyScope[] = ['read', 'write'],
) {
  const company = await createCompany(service.rows, { name: 'Test', plan })
  const key = await createKey(service, company.id, plan, { scopes })
  return { company, ...key }
}

export async function createKey(
  service: TestService,
  companyId: string,
  plan: Plan,
  { scopes = ['read', 'write'], userId = 'usr_1' }: { scopes?: KeyScope[]; userId?: string } = {},
) {
  const key = { companyId, userId, plan, name: null, scopes, expiresAt: null, prefix: 'sk_test_' } as const
  const { row, secret } = await createApiKey(service.rows, key)
  const client = createClient({ baseUrl: service.baseUrl, apiKey: secret, retry: { maxAttempts: 1 } })
  return { keyId: row.id, secret, client, call: makeClient(service, secret) }
}
