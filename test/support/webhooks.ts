import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Deliverer } from '../../functions/operations/webhooks/attempt-delivery'
import type { DeliveryMessage, SendMessages } from '../../functions/runtime/queues/deliveries-queue'
import type { Vault } from '../../functions/runtime/vault'
import { openSender } from '../../functions/runtime/webhooks/send-webhook'
import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { makeUlid } from '../../functions/store/time/ulids'
import type { WebhookRow } from '../../functions/store/webhooks/webhook-row'
import { serve } from '../../local/serve'
import { putRows } from './put-rows'
import { makeWebhookRow } from './webhook-rows'

/** Seals nothing, but opens a text only in its context. */
export const testVault: Vault = {
  seal: async (plain, context) => `${context}:${plain}`,
  open: async (sealed, context) => {
    if (!sealed.startsWith(`${context}:`)) throw new Error('it was sealed in another context')
    return sealed.slice(context.length + 1)
  },
  isCurrent: async () => true,
}

export const makeSecret = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`

/** A queue that promises nothing but that messages come after their delay. */
export class TestQueue {
  waiting: { message: DeliveryMessage; at: number }[] = []
  /** All that were sent. */
  sent: DeliveryMessage[] = []

  constructor(private readonly now: () => number) {}

  send: SendMessages = async (messages) => {
    for (const { message, delayMs } of messages) {
      if (delayMs > 900_000) throw new Error(`a queue does not wait for ${delayMs} ms`)
      const at = this.now() + Math.ceil(Math.max(delayMs, 0) / 1_000) * 1_000
      this.waiting.push({ message, at })
      this.sent.push(message)
    }
    return []
  }

  /** At most ten of those that are due, taken off the queue. */
  takeDue(): DeliveryMessage[] {
    const due = this.waiting.filter(({ at }) => at <= this.now()).slice(0, 10)
    this.waiting = this.waiting.filter((each) => !due.includes(each))
    return due.map(({ message }) => message)
  }

  findNext(): number | null {
    return this.waiting.length > 0 ? Math.min(...this.waiting.map(({ at }) => at)) : null
  }
}

export type Received = { headers: IncomingHttpHeaders; body: string; path: string }
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
export type Answer = (response: ServerResponse, count: number, received: Received) => void

export const answerWith =
  (status: number, body = ''): Answer =>
  (response) =>
    response.writeHead(status).end(body)

/** By http, at 127.0.0.1. `answer`: to the n-th request, from 0. */
export async function startReceiver(answer: Answer = answerWith(204)) {
  const requests: Received[] = []
  const { endpoint, stop } = await serve(async (request, response) => {
    const received = { headers: request.headers, body: await text(request), path: request.url ?? '' }
    requests.push(received)
    answer(response, requests.length - 1, received)
  })
  return { url: `${endpoint}/hook`, requests, stop }
}

/** Throws where the reference library finds no signature of ours. It knows the time of the machine alone. */
export function verify(secret: string, { headers, body }: Received, at: number): unknown {
  const real = ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'] as const
  jest.useFakeTimers({ now: at, doNotFake: [...real] })
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>)
  } finally {
    jest.useRealTimers()
  }
}

export async function putWebhook(table: Table, companyId: string, url: string, fields: Partial<WebhookRow> = {}) {
  const id = fields.id ?? `whk_${makeUlid(table.now())}`
  const secret = await testVault.seal(makeSecret('a'), `${companyId}/${id}`)
  const row = makeWebhookRow(table.now(), { id, url, secret, ...fields })
  await putRows(table, [{ ...keys.webhook(companyId, id), ...row }])
  return row
}

export function makeDeliverer(table: Table, queue: TestQueue, limitMs = 10_000): Deliverer {
  const sendWebhook = openSender({ local: true, limitMs })
  return { table, queue: queue.send, vault: testVault, sendWebhook, random: () => 0.5 }
}

/** How long a message stays out of sight whose deliverer has died or failed. */
export const visibilityMs = 120_000
