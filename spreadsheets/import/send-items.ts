import type { CreatedItems, CreateItems, InventoryClient } from '../../client'
import { wait } from '../../client/retry'
import type { Problem } from './item-rows'
import type { Change } from './plan'

/** What has become of a row. `code` is that of a refusal. */
export type Sent = { planned: Change; action: 'create' | 'update'; id: string } | Refused
export type Refused = { planned: Change; action: 'refused'; problem: Problem; code: string }

type RowAnswer = CreatedItems['data'][number]

/** What one request sends. Sent again under its key within 24 hours, it has one effect. */
export type Request = { changes: Change[]; idempotencyKey: string }

export type Sending = {
  client: InventoryClient
  signal: AbortSignal
  /** Is told of each request before it is sent, and waited for: whoever keeps it can send it again. */
  onRequest?: (request: Request) => Promise<void>
}

const rowsPerRequest = 100
const attempts = 5

/** Puts the changes into requests. */
export function makeRequests(changes: Change[]): Request[] {
  const requests: Request[] = []
  for (let from = 0; from < changes.length; from += rowsPerRequest)
    requests.push({ changes: changes.slice(from, from + rowsPerRequest), idempotencyKey: crypto.randomUUID() })
  return requests
}

/** Yields the outcome of the rows of each request. Rows commit one by one: what was not yielded may have been done. */
export async function* sendItems(requests: Request[], sending: Sending): AsyncGenerator<Sent[]> {
  for (const request of requests) {
    await sending.onRequest?.(request)
    const answers = await sendBatch(request, sending)
    yield request.changes.map((planned, index) => toSent(planned, answers[index]))
  }
}

function toRow(change: Change): CreateItems['items'][number] {
  return change.action === 'create' ? change.item : { id: change.id, ...change.changes }
}

/** Rows that met a passing fault are sent again under the same key: the others keep their answer. */
async function sendBatch({ changes, idempotencyKey }: Request, { client, signal }: Sending): Promise<RowAnswer[]> {
  for (let attempt = 1; ; attempt++) {
    const { data } = await client.createItems({ items: changes.map(toRow) }, { idempotencyKey, signal })
    if (attempt === attempts || !data.some(({ status }) => status === 429 || status >= 500)) return data
    await wait(1_000, signal)
  }
}

function toSent(planned: Change, answer: RowAnswer | undefined): Sent {
  if (answer === undefined) throw new Error('the answer has fewer rows than the request')
  if ('item' in answer) return { planned, action: planned.action, id: answer.item.id }
  if (!('error' in answer)) throw new Error('an import deletes nothing')
  const { code, message, field = null } = answer.error
  return { planned, action: 'refused', problem: { field, message }, code }
}
