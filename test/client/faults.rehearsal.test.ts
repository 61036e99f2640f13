import { createClient, type InventoryClient, type Item, type Order, type Snapshot } from '../../client'
import { createCompanyWithKey, useService } from '../support/service'
import { noon } from '../support/table'

// A day of a shop, told by the calls of the client. Each step sends one request.

const service = useService()

/** What the steps have made, for those that follow. */
type Made = { torch: Item; rope: Item; order: Order; saleId: string; snapshot: Snapshot }
const steps: Record<string, (client: InventoryClient, made: Made) => Promise<unknown>> = {
  'create an item': async (client, made) => {
    made.torch = await client.createItem({ name: 'Torch', sku: 'TORCH-1', quantity: 10, location: 'A1' })
  },
  'create items in a batch': async (client, made) => {
    const rows = [
      { name: 'Rope', sku: 'ROPE-1', quantity: 5 },
      { name: 'Lamp', sku: 'LAMP-1' },
    ]
    const { data } = await client.createItems({ items: rows })
    const [rope] = data.flatMap((row) => ('item' in row ? row.item : []))
    if (rope) made.rope = rope
  },
  'order goods': async (client, made) => {
    const line_items = [
      { sku: 'TORCH-1', quantity_ordered: 6, unit_cost: '2.50' },
      { sku: 'LAMP-1', quantity_ordered: 4 },
    ]
    made.order = await client.createOrder({ supplier: { name: 'Acme' }, line_items })
  },
  'receive the order': (client, { order }) => client.receiveOrder(order.id),
  sell: async (client, made) => {
    const sale = { type: 'issue', sku: 'TORCH-1', quantity: 3, reason: 'sale' } as const
    made.saleId = (await client.createTransactions(sale)).id
  },
  'take the sale back': (client, { saleId }) => client.reverseTransaction(saleId, { note: 'Not picked up' }),
  'move several at once': (client) => {
    const damage = { type: 'adjust', sku: 'ROPE-1', quantity: -1, reason: 'damage' } as const
    return client.createTransactions({ transactions: [{ type: 'issue', sku: 'TORCH-1', quantity: 2 }, damage] })
  },
  'take a snapshot': async (client, made) => {
    made.snapshot = await client.createSnapshot({ name: 'Before the stocktake' })
  },
  'change an item': (client, { torch }) => client.updateItem(torch.id, { quantity: 1, location: 'B2' }),
  'delete an item': (client, { rope }) => client.deleteItem(rope.id),
  'create an item that the snapshot lacks': (client) => client.createItem({ name: 'Tent', sku: 'TENT-1' }),
  'ask what a restore would do': (client, { snapshot }) => client.restoreSnapshot(snapshot.id, { dry_run: true }),
  'restore the snapshot': (client, { snapshot }) => client.restoreSnapshot(snapshot.id),
  'get an item': (client, { torch }) => client.getItem(torch.id),
  'list the items': async (client) => client.listItems({ sort: 'sku' }),
  'verify an item': (client, { torch }) => client.verifyItem(torch.id),
}

type Sent = { url: string; method: string | undefined; key: string | null; body: unknown; isReplayed: boolean | null }
/** Answers a request in its own way. `forward` sends it to the service. */
type Fault = (forward: () => Promise<Response>) => Promise<Response>

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message: 'A fault.' } }, { status, headers })

const faults: [string, Fault][] = [
  ['the answer is lost', (forward) => forward().then(() => Promise.reject(new TypeError('fetch failed')))],
  ['the answer breaks off', async (forward) => breakOff(await forward())],
  ['the answer ends early', async (forward) => endEarly(await forward())],
  ['429 in place of the service', async () => problem(429, 'rate_limited', { 'Retry-After': '0' })],
  ['500 in place of the service', async () => problem(500, 'internal_error')],
  ['500 after the service has done it', (forward) => forward().then(() => problem(500, 'internal_error'))],
]

const endEarly = async (answer: Response) => new Response((await answer.text()).slice(0, -1) || '{', { status: 200 })

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

/** The real `fetch`. Notes down what is sent: where there is a fault, each request meets it, and its retry does not. */
function makeFetch(fault: Fault | null) {
  const sent: Sent[] = []
  const send: typeof fetch = async (url, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key')
    const request: Sent = { url: String(url), method: init?.method, key, body: init?.body, isReplayed: null }
    const forward = async () => {
      const answer = await fetch(url, init)
      request.isReplayed = answer.headers.has('Idempotent-Replayed')
      return answer
    }
    return sent.push(request) % 2 === 1 && fault ? fault(forward) : forward()
  }
  return { sent, fetch: send }
}

/** Plays the story for a new company, a second for each step. Returns what was made, returned, sent and done. */
async function play(fault: Fault | null) {
  const { secret, client: reader } = await createCompanyWithKey(service)
  const { sent, fetch } = makeFetch(fault)
  const client = createClient({ baseUrl: service.baseUrl, apiKey: secret, fetch, retry: { backoffMs: 1 } })
  const made = {} as Made
  const returned: Record<string, unknown> = {}
  for (const [index, [name, run]] of Object.entries(steps).entries()) {
    service.setTime(noon + index * 1_000)
    returned[name] = await run(client, made)
  }
  return { ...made, client: reader, returned, sent, effects: await readEffects(reader) }
}

/** All that the company has, with its times, but without ids and what is computed from them. */
async function readEffects(client: InventoryClient) {
  const { data: orders } = await client.listOrders()
  const lists = {
    ...{ items: client.listItems(), trash: client.listTrash(), transactions: client.listTransactions() },
    ...{ snapshots: client.listSnapshots(), restores: client.listRestores(), audit: client.listAudit() },
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

let whole: ReturnType<typeof play> | undefined
/** The story without a fault, once. */
const playWhole = () => {
  whole ??= play(null)
  return whole
}

test('the whole story: a restore brings back what the snapshot holds, and the ledger adds up', async () => {
  const { client, returned, torch, snapshot } = await playWhole()
  const kept = await client.listSnapshotItems(snapshot.id, { sort: 'sku' })
  const items = await client.listItems({ sort: 'sku' })
  const summarize = ({ sku, quantity, location }: Item) => [sku, quantity, location]
  expect(items.data.map(summarize)).toEqual(kept.data.map(summarize))
  expect(items.data.map(summarize)).toEqual([
    ['LAMP-1', 4, null],
    ['ROPE-1', 4, null],
    ['TORCH-1', 14, 'A1'],
  ])
  const counts = { created: 1, updated: 1, trashed: 1, unchanged: 1 }
  expect(returned['ask what a restore would do']).toEqual(counts)
  expect(returned).toMatchObject({
    'restore the snapshot': { ...counts, status: 'completed', conflicts: [] },
    'verify an item': { item_id: torch.id, consistent: true },
    'receive the order': { order: { status: 'received' }, transactions: [{}, {}] },
    'delete an item': null,
  })
})

test('without a fault: a request for each step, each change with its own key, and what it leaves', async () => {
  const { sent, effects } = await playWhole()
  expect(sent).toHaveLength(Object.keys(steps).length)
  const changes = sent.filter(({ method }) => method !== 'GET')
  expect(new Set(changes.map(({ key }) => key)).size).toBe(changes.length)
  expect(sent.filter(({ method, key }) => (method === 'GET') !== (key === null))).toEqual([])
  const counts = Object.entries(effects).map(([kind, rows]) => [kind, rows.length])
  expect(Object.fromEntries(counts)).toMatchObject({ orders: 1, receipts: 1, items: 3, trash: 1, snapshots: 2 })
})

test.each(faults)('%s: each request is sent again under its key, and has one effect', async (_, fault) => {
  const { sent, effects } = await play(fault)
  expect(effects).toEqual((await playWhole()).effects)
  expect(sent).toHaveLength(2 * Object.keys(steps).length)
  for (const [index, request] of sent.entries())
    if (index % 2 === 0) expect(sent[index + 1]).toEqual({ ...request, isReplayed: isRecorded(request) })
})

/** A change that was done is answered from its record. A dry run has none. */
function isRecorded({ isReplayed, method, body }: Sent): boolean {
  return isReplayed !== null && method !== 'GET' && !String(body).includes('dry_run')
}
