import { openLocalTable } from '../cli/target'
import type { Scope } from '../functions/domain/companies/caller'
import type { Plan } from '../functions/domain/companies/plan'
import { createApiKey } from '../functions/operations/companies/api-keys'
import { createCompany } from '../functions/operations/companies/companies'
import type { Table } from '../functions/store/client'
import type { Stack } from '../local/template'
import { type Call, clientOf } from './client'
import { type ClockedService, type OwnOptions, startClockedService } from './clocked-service'
import { testStack } from './stack'
import { noon } from './table'

export type TestService = ClockedService & { rows: Table }

/** A company with a key, in whose name `call` sends. */
export type Customer = Awaited<ReturnType<typeof newCompany>>

declare global {
  /** Where testing/environment.ts runs a test: starts the service that the files of a worker share, or gives the one that runs. */
  var startSharedService: (() => Promise<ClockedService>) | undefined
}

/** A service of the test's own, whose clock stands at noon until it is set. */
export async function startTestService(stack: Stack = testStack(), options: OwnOptions = {}): Promise<TestService> {
  return opened(await startClockedService(stack, options))
}

/** A service for the tests of a file, which is there when they run: the clock stands at noon when each begins. */
export function useService(start: () => Promise<TestService> = openSharedService): TestService {
  const service = {} as TestService
  beforeAll(async () => void Object.assign(service, await start()))
  afterAll(() => service.stop())
  beforeEach(() => service.setTime(noon))
  return service
}

/** A service, and for each test a customer on the Enterprise plan. */
export function useCustomer(): { service: TestService; customer: Customer; call: Call } {
  const service = useService()
  const customer = {} as Customer
  beforeEach(async () => void Object.assign(customer, await newCompany(service)))
  return { service, customer, call: (...request) => customer.call(...request) }
}

async function openSharedService(): Promise<TestService> {
  if (!globalThis.startSharedService) return startTestService()
  const shared = await globalThis.startSharedService()
  shared.logs.length = 0
  const service = opened(shared)
  return { ...service, stop: async () => service.rows.db.destroy() }
}

function opened(service: ClockedService): TestService {
  service.setTime(noon)
  return { ...service, rows: { ...openLocalTable(service.table, service.dynamodbEndpoint), now: service.now } }
}

/** A new company with a key. */
export async function newCompany(service: TestService, plan: Plan = 'enterprise', scopes: Scope[] = ['read', 'write']) {
  const company = await createCompany(service.rows, { name: 'Test', plan })
  const key = await newKey(service, company.id, plan, { scopes })
  return { company, ...key }
}

/** Another key of a company. */
export async function newKey(
  service: TestService,
  companyId: string,
  plan: Plan,
  { scopes = ['read', 'write'], userId = 'usr_1' }: { scopes?: Scope[]; userId?: string } = {},
) {
  const key = { companyId, userId, plan, name: null, scopes, expiresAt: null, prefix: 'sk_test_' } as const
  const { row, secret } = await createApiKey(service.rows, key)
  return { keyId: row.id, secret, call: clientOf(service, secret) }
}
