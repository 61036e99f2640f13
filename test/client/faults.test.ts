import { createClient, type InventoryClient } from '../../client'
import { playStory, story } from '../support/client-story'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, useService } from '../support/service'
import { noon } from '../support/table'

const service = useService()

type Sent = { url: string; method: string | undefined; key: string | null; body: unknown; isReplayed: boolean | null }
/** Answers a request in its own way. `forward` sends it to the service. */
type Fault = (forward: () => Promise<Response>) => Promise<Response>

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message: 'A fault.' } }, { status, headers })

const faults: [string, Fault][] = [
  [
    'the answer is lost',
    async (forward) => {
      await forward()
      throw new TypeError('fetch failed')
    },
  ],
  ['the answer breaks off', async (forward) => breakOff(await forward())],
  [
    'the answer ends early',
    async (forward) => {
      const text = await (await forward()).text()
      return new Response(text.slice(0, -1) || '{', { status: 200 })
    },
  ],
  ['429 in place of the service', async () => problem(429, 'rate_limited', { 'Retry-After': '0' })],
  ['500 in place of the service', async () => problem(500, 'internal_error')],
  [
    '500 after the service has done it',
    async (forward) => {
      await forward()
      return problem(500, 'internal_error')
    },
  ],
]

async function breakOff(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer()).slice(0, 10)
  let isFirst = true
  const body = new ReadableStream({
    pull(stream) {
      if (isFirst) stream.enqueue(bytes.length > 0 ? bytes : new Uint8Array([123]))
      else stream.error(new TypeError('terminated'))
      isFirst = false
    },
  })
  return new Response(body, { status: 200 })
}

/** Which requests meet the fault, counted from 0. */
type Choice = (index: number) => boolean

/** The real `fetch`, but for some requests. Notes down what is sent. */
function makeFaultyFetch(fault: Fault, isChosen: Choice) {
  const sent: Sent[] = []
  const faulty: typeof fetch = async (url, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key')
    const request: Sent = { url: String(url), method: init?.method, key, body: init?.body, isReplayed: null }
    const forward = async () => {
      const answer = await fetch(url, init)
      request.isReplayed = answer.headers.has('Idempotent-Replayed')
      return answer
    }
    return isChosen(sent.push(request) - 1) ? fault(forward) : forward()
  }
  return { sent, fetch: faulty }
}

/** Plays the story for a new company, a second for each step. */
async function playWith(fault: Fault, isChosen: Choice) {
  const { secret, client: reader } = await createCompanyWithKey(service)
  const { sent, fetch } = makeFaultyFetch(fault, isChosen)
  const client = createClient({ baseUrl: service.baseUrl, apiKey: secret, fetch, retry: { backoffMs: 1 } })
  await playStory(client, (index) => service.setTime(noon + index * 1_000))
  return { sent, effects: await readEffects(reader) }
}

/** All that the company has, with its times, but without ids and what is computed from them. */
async function readEffects(client: InventoryClient) {
  const { data: orders } = await client.listOrders()
  const lists = {
    items: client.listItems(),
    trash: client.listTrash(),
    transactions: client.listTransactions(),
    snapshots: client.listSnapshots(),
    restores: client.listRestores(),
    audit: client.listAudit(),
  }
  const rows: { [kind: string]: unknown[] } = {
    orders: await Promise.all(orders.map(({ id }) => client.getOrder(id))),
    receipts: (await Promise.all(orders.map(({ id }) => client.listReceipts(id)))).flatMap(({ data }) => data),
  }
  for (const [kind, list] of Object.entries(lists)) rows[kind] = await list.toArray()
  return Object.fromEntries(Object.entries(rows).map(([kind, list]) => [kind, list.map(dropIds).sort()]))
}

function dropIds(row: unknown): string {
  const own = new Set(['request_id', 'checksum', 'size_bytes'])
  const text = JSON.stringify(row, (field, value) => (own.has(field) ? undefined : value))
  return text.replace(/\b([a-z]+)_[0-9A-Z]{26,28}\b/g, '$1')
}

let whole: ReturnType<typeof playWith> | undefined
/** The story without a fault, once. */
const playWhole = () =>
  (whole ??= playWith(
    (forward) => forward(),
    () => false,
  ))

rehearse('without a fault: a request for each step, each change with its own key, and what it leaves', async () => {
  const { sent, effects } = await playWhole()
  expect(sent).toHaveLength(story.length)
  const changes = sent.filter(({ method }) => method !== 'GET')
  expect(new Set(changes.map(({ key }) => key)).size).toBe(changes.length)
  expect(sent.filter(({ method, key }) => (method === 'GET') !== (key === null))).toEqual([])
  const counts = Object.entries(effects).map(([kind, rows]) => [kind, rows.length])
  expect(Object.fromEntries(counts)).toMatchObject({ orders: 1, receipts: 1, items: 3, trash: 1, snapshots: 2 })
})

/** Each call alone meets the fault. A retry does not. */
const choices = story.map(([name], at): [string, Choice] => [name, (index) => index === at])

describe.each(faults)('%s', (_, fault) => {
  rehearse.each(choices)('%s: sent again under its key, one effect', async (_, isChosen) => {
    const { sent, effects } = await playWith(fault, isChosen)
    expect(effects).toEqual((await playWhole()).effects)
    const failed = sent.flatMap((request, index) => (isChosen(index) ? { request, again: sent[index + 1] } : []))
    expect(sent).toHaveLength(story.length + failed.length)
    for (const { request, again } of failed) expect(again).toEqual({ ...request, isReplayed: isRecorded(request) })
  })
})

/** A change that was done is answered from its record. A dry run has none. */
function isRecorded({ isReplayed, method, body }: Sent): boolean {
  return isReplayed !== null && method !== 'GET' && !String(body).includes('dry_run')
}
