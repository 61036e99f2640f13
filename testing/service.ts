import { openLocalTable } from '../cli/target'
import type { Scope } from '../functions/domain/companies/caller'
import type { Plan } from '../functions/domain/companies/plan'
import { createApiKey } from '../functions/operations/companies/api-keys'
import { createCompany } from '../functions/operations/companies/companies'
import type { Table } from '../functions/store/client'
import { type Service, startService } from '../local/service'
import type { Stack } from '../local/template'
import { testStack } from './stack'
import { noon } from './table'

export type TestService = Service & {
  table: string
  rows: Table
  logs: string[]
  /** Sets the clock of the functions and the gateway, in epoch milliseconds. */
  setTime: (at: number) => void
}

/** The local service on a free port and in memory, with a clock that stands at noon until it is set. */
export async function startTestService(stack: Stack = testStack()): Promise<TestService> {
  const clock = new SharedArrayBuffer(8)
  const time = new Float64Array(clock)
  const setTime = (at: number) => {
    time[0] = at
  }
  setTime(noon)
  const logs: string[] = []
  const service = await startService(stack, { port: 0, dataDir: null, clock, onLog: (line) => logs.push(line) })
  const rows = { ...openLocalTable(service.table, service.dynamodbEndpoint), now: () => time[0] ?? noon }
  return { ...service, rows, logs, setTime }
}

export type Client = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
export type Answer = { status: number; headers: Headers; text: string; body: Body }
/** Whatever bodies hold: tests look into what they expect. */
export type Body = {
  id: string
  name: string
  sku: string
  quantity: number
  deleted_at: string
  data: Body[]
  pagination: { total: number; limit: number; offset: number; has_more: boolean }
  error: { code: string; message: string; field?: string }
  type: string
  sequence: number
  notes: string | null
  quantity_before: number
  quantity_change: number
  quantity_after: number
  created_at: string
  order_number: string
  status: string
  line_items: Body[]
  quantity_outstanding: number
  order: Body
  item: Body
  order_id: string | null
  item_id: string | null
  receipt_id: string | null
  receipt: Body
  transactions: Body[]
  resource_type: string
  action: string
  changes: { field: string; from: unknown; to: unknown }[]
  consistent: boolean
  pre_restore_snapshot_id: string
  summary: object
  conflicts: Body[]
}

/** The body of a refusal. */
export function error(code: string, message: string, field?: string) {
  return { error: { code, message, ...(field ? { field } : {}) } }
}

/** Calls the API with a key, or none. A body that is a string goes as it stands. */
export function clientOf(service: Pick<Service, 'baseUrl'> & { logs?: string[] }, key: string | null): Client {
  return async (method, path, body, headers = {}) => {
    const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` }
    const content: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const answer = await fetch(service.baseUrl + path, {
      method,
      headers: { ...authorization, ...content, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    // A test that did not expect it should show why.
    if (answer.status === 500) process.stderr.write(`${method} ${path}: 500\n${service.logs?.at(-1) ?? ''}\n`)
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text === '' ? null : JSON.parse(text),
    } as Answer
  }
}

/** A new company with a key. */
export async function newCompany(service: TestService, plan: Plan = 'enterprise', scopes: Scope[] = ['read', 'write']) {
  const company = await createCompany(service.rows, { name: 'Test', plan })
  const key = await newKey(service, company.id, plan, { scopes })
  return { company, ...key }
}

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
