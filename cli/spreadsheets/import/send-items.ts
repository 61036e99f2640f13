import { setTimeout as sleep } from 'node:timers/promises'
import type { CreatedItems, CreateItems, InventoryClient } from '../../../client'
import type { Problem } from './item-rows'
import type { Change } from './plan'

/** What has become of a row. `code` is that of a refusal. */
export type Sent = { planned: Change; action: 'create' | 'update'; id: string } | Refused
export type Refused = { planned: Change; action: 'refused'; problem: Problem; code: string }

type RowAnswer = CreatedItems['data'][number]

const rowsPerRequest = 100
const attempts = 5

/** Yields the outcome of the rows of each request. Rows commit one by one: what was not yielded may have been done. */
export async function* sendItems(
  client: InventoryClient,
  changes: Change[],
  signal: AbortSignal,
): AsyncGenerator<Sent[]> {
  for (let from = 0; from < changes.length; from += rowsPerRequest) {
    const batch = changes.slice(from, from + rowsPerRequest)
    const answers = await sendBatch(client, { items: batch.map(toRow) }, signal)
    yield batch.map((planned, index) => toSent(planned, answers[index]))
  }
}

function toRow(change: Change): CreateItems['items'][number] {
  return change.action === 'create' ? change.item : { id: change.id, ...change.changes }
}

/** Rows that met a passing fault are sent again under the same key: the others keep their answer. */
async function sendBatch(client: InventoryClient, body: CreateItems, signal: AbortSignal): Promise<RowAnswer[]> {
  const idempotencyKey = crypto.randomUUID()
  for (let attempt = 1; ; attempt++) {
    const { data } = await client.createItems(body, { idempotencyKey, signal })
    if (attempt === attempts || !data.some(({ status }) => status === 429 || status >= 500)) return data
    await sleep(1_000, undefined, { signal })
  }
}

function toSent(planned: Change, answer: RowAnswer | undefined): Sent {
  if (answer === undefined) throw new Error('the answer has fewer rows than the request')
  if ('item' in answer) return { planned, action: planned.action, id: answer.item.id }
  const { code, message, field = null } = answer.error
  return { planned, action: 'refused', problem: { field, message }, code }
}
