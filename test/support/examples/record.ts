import { keys } from '../../../functions/store/table/schema'
import type { Table } from '../../../functions/store/table/table'
import { findDeliveryRow } from '../../../functions/store/webhooks/delivery-row'
import type { Stack } from '../../../local/template'
import type { Examples } from '../../../openapi/examples'
import { makeClient } from '../client'
import type { Fate } from '../faults/faulty-engine'
import { startFaultyService } from '../faults/faulty-service'
import { signInAs } from '../people'
import { putRows } from '../put-rows'
import { createCompanyWithKey } from '../service'
import { meetFaults, meetProblems } from './problems'
import { Recorder } from './recorder'
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
