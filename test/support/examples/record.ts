import { type Route, routes } from '../../../functions/routes'
import { keys } from '../../../functions/store/table/schema'
import type { Table } from '../../../functions/store/table/table'
import { findDeliveryRow } from '../../../functions/store/webhooks/delivery-row'
import type { Stack } from '../../../local/template'
import type { Examples } from '../../../openapi/examples'
import { type Call, makeClient } from '../client'
import type { Fate } from '../faults/faulty-engine'
import { startFaultyService } from '../faults/faulty-service'
import { getToken, signInAs } from '../people'
import { putRows } from '../put-rows'
import { unknownIds } from '../requests/ids'
import { createCompanyWithKey, type TestService } from '../service'
import { type OperationId, type Own, Recorder } from './recorder'
import { playStory } from './story'

/** Starts a service, plays the story, and returns what the reference shows of it. */
export async function recordExamples(stack: Stack): Promise<Examples> {
  let fate: Fate | null = null
  const options = { workersPerFunction: 1, signIn: { port: 0 } }
  const service = await startFaultyService(() => fate, options, stack)
  try {
    const { call, secret, company } = await createCompanyWithKey(service, 'enterprise', ['read', 'write', 'webhooks'])
    const owner = await signInAs(service, { company }, 'owner', { email: 'ada@example.com', name: 'Ada' })
    const recorder = new Recorder(call, owner.call)
    await playStory(recorder, {
      pass: (ms) => service.setTime(service.now() + ms),
      arrive: (webhookId, id) => makeDelivered(service.rows, { companyId: company.id, webhookId, id }),
    })
    await meetProblems(recorder, service)
    const quietCall = makeClient({ baseUrl: service.baseUrl }, secret) // what fails here is wanted: its log is not shown
    await meetFaults(recorder, quietCall, (next) => {
      fate = next
    })
    return recorder.examples
  } finally {
    await service.stop()
  }
}

/** Whatever has become of it: the receiver of the story does not exist. */
async function makeDelivered(table: Table, place: { companyId: string; webhookId: string; id: string }): Promise<void> {
  const row = await findDeliveryRow(table, place)
  if (!row) throw new Error('the delivery is not there')
  const { next_attempt: _, ...delivery } = row
  const attempt = { at: row.created_at, status_code: 204, milliseconds: 87, error: null, response: '' }
  const key = keys.delivery(place.companyId, place.webhookId, place.id)
  await putRows(table, [{ ...key, ...delivery, status: 'delivered', attempts: [attempt] }])
}

/**
 * The examples without what differs from run to run: ids, secrets, cursors and the bytes of snapshots, which hold ids.
 * Equal ids stay equal.
 */
export function normalizeExamples(examples: Examples): unknown {
  const ids = new Map<string, string>()
  const rename = (id: string) => {
    const known = ids.get(id) ?? `id ${ids.size + 1}`
    ids.set(id, known)
    return known
  }
  const text = JSON.stringify(examples)
    .replace(/[a-z]{2,3}_[0-9A-HJKMNP-TV-Z]{26}(?:\d\d)?/g, rename)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}/g, rename)
    .replace(/whsec_[\w+/]{43}=/g, 'whsec_')
    .replace(/sk_test_\w{20,}/g, 'sk_test_')
    .replace(/"last4":"\w{4}"/g, '"last4":""')
    .replace(/"cursor":"\w+"/g, '"cursor":""')
    .replace(/"size_bytes":\d+/g, '"size_bytes":0')
  return JSON.parse(text)
}

const item = { name: 'Bolt M8 × 40', sku: 'BOLT-M8-40' }

/** By the code of the refusal, a route that names what is not there. */
const missing = Object.values<Route>(routes).map(({ id, missing }) => [missing ?? '', id as OperationId] as const)

/** The errors that the story does not meet. The item of the story must exist. */
async function meetProblems(recorder: Recorder, service: TestService): Promise<void> {
  const sell = (quantity: number) => ({ type: 'issue', sku: item.sku, quantity })
  const problems: [code: string, operation: OperationId, own: Own][] = [
    ['invalid_request', 'create-item', { body: { ...item, quantity: -1 } }],
    ['invalid_json', 'create-item', { body: '{"name": "Bolt' }],
    ['invalid_content_type', 'create-item', { body: item, headers: { 'Content-Type': 'text/plain' } }],
    ['sku_already_exists', 'create-item', { body: item }],
    ['insufficient_stock', 'create-transactions', { body: sell(10_000) }],
    ['version_conflict', 'create-transactions', { body: { ...sell(1), expected_quantity: 0 } }],
  ]
  for (const problem of problems) await recorder.keepProblem(...problem)
  const headers = { 'Idempotency-Key': 'sale-1002' }
  await recorder.prepare('create-transactions', { body: sell(1), headers })
  await recorder.keepProblem('idempotency_key_reused', 'create-transactions', { body: sell(2), headers })
  await meetLimits(recorder, service)
  await meetSignIns(recorder, service)
  await recorder.keepProblem('cursor_expired', 'list-events', { query: 'since=2010-01-01T00:00:00Z' })
  const { id: webhook } = await recorder.prepare('create-webhook')
  const around: { [code: string]: Own['ids'] } = {
    delivery_not_found: { webhook },
    receipt_not_found: { partial: recorder.ids.partial },
  }
  for (const [code, operation] of new Map(missing.filter(([code]) => code)))
    await recorder.keepProblem(code, operation, { ids: { ...unknownIds, ...around[code] } })
}

/** What a key may not do. */
async function meetLimits(recorder: Recorder, service: TestService): Promise<void> {
  await recorder.keepProblem('unauthorized', 'list-items', {}, makeClient(service, null))
  const reader = await createCompanyWithKey(service, 'enterprise', ['read'])
  await recorder.keepProblem('forbidden', 'create-item', { body: item }, reader.call)
  const items = Array.from({ length: 101 }, () => item)
  await recorder.keepProblem('limit_exceeded', 'create-items', { body: { items } })
  const starter = await createCompanyWithKey(service, 'starter')
  await starter.call('POST', '/snapshots')
  await recorder.keepProblem('plan_limit_reached', 'create-snapshot', {}, starter.call)
  for (let request = 0; request < 60; request++) await starter.call('GET', '/restores')
  await recorder.keepProblem('rate_limited', 'list-restores', {}, starter.call)
}

/** What a person may not do who has signed in too long ago, or by a password alone. */
async function meetSignIns(recorder: Recorder, service: TestService): Promise<void> {
  const { email } = await signInAs(service, await createCompanyWithKey(service), 'owner')
  for (const [code, signIn] of [
    ['sign_in_required', { auth_time: '' }],
    ['second_factor_required', { amr: 'pwd' }],
  ] as const) {
    const call = makeClient(service, await getToken(service, email, signIn))
    await recorder.keepProblem(code, 'create-key', {}, call)
  }
}

/** Errors that only a failing database makes. `fail` sets what becomes of its calls. */
async function meetFaults(recorder: Recorder, call: Call, fail: (fate: Fate | null) => void): Promise<void> {
  fail({ arrives: false, answer: { status: 400, type: 'ThrottlingException' } })
  await recorder.keepProblem('resource_busy', 'list-restores', {}, call)
  fail({ arrives: false, answer: { status: 400, type: 'ValidationException' } })
  await recorder.keepProblem('internal_error', 'list-restores', {}, call)
  fail(null)
}
