import { join } from 'node:path'
import { makeRandom } from '../../bench/seed'
import { collectPages } from '../../functions/store/table/table'
import { type DeliveryRow, readDeliveryPages } from '../../functions/store/webhooks/delivery-row'
import { useTools } from '../support/command'
import { waitFor } from '../support/eventually'
import { backdateSuspension } from '../support/moving'
import { signInAs } from '../support/people'
import {
  get,
  makeRawClient,
  type RawAnswer,
  type RawRequest,
  readFeed,
  type Send,
  takePicture,
} from '../support/picture'
import { chooseSeed } from '../support/seed'
import { type Customer, createCompanyWithKey, startTestService, type TestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'
import { answerWith, type Received, type Receiver, startReceiver, verify } from '../support/webhooks'

// A company is moved from one service to another, each with a table, a master key and a provider of its own.

const options = { events: true, workersPerFunction: 3, signIn: { port: 0, mailDir: null } }
const start = () => startTestService(readTestStack(), options)
const [source, target] = [useService(start), useService(start)]
const [ofSource, ofTarget] = [useTools(source), useTools(target)]
const receivers: Receiver[] = []
afterAll(async () => {
  for (const receiver of receivers) await receiver.stop()
})

type Tools = Pick<ReturnType<typeof useTools>, 'run'>
async function run(tools: Tools, ...args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await tools.run(...args, '--json')
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** Suspended in the source, all its rows are put into the target. Nothing waits: what began before has ended. */
async function moveSuspended({ company: { id } }: Pick<Customer, 'company'>): Promise<Record<string, unknown>> {
  const [file, key] = [join(ofSource.folder, `${id}.gz`), join(ofSource.folder, `${id}.key`)]
  await backdateSuspension(source.rows, id)
  await run(ofSource, 'companies', 'export', '--company', id, '--rows', '--out', file, '--key-file', key)
  const bring = (...options: string[]) => run(ofTarget, 'companies', 'import', file, '--key-file', key, ...options)
  expect(await bring('--dry-run')).toMatchObject({ dry_run: true })
  return bring()
}

/** Sends changes, each under a key of its own, and keeps the answers. */
function openWriter(send: Send) {
  const kept: { request: RawRequest; answer: RawAnswer }[] = []
  const write = async (method: string, path: string, body?: object): Promise<{ id: string; secret?: string }> => {
    const headers = { 'Idempotency-Key': `move-${kept.length}` }
    const request = { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await send(request)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`)
    kept.push({ request, answer })
    return answer.text === '' ? { id: '' } : JSON.parse(answer.text)
  }
  return { kept, write }
}
type Write = ReturnType<typeof openWriter>['write']

/** Something of every kind, and random sales. */
async function fill(write: Write, random: () => number, url: string): Promise<{ secret: string; hook: string }> {
  const hook = await write('POST', '/webhooks', { url, events: ['*'] })
  const rotated = await write('POST', `/webhooks/${hook.id}/rotate-secret`)
  const items: string[] = []
  for (let n = 0; n < 12; n++) {
    const fields = { name: `Item ${n}`, sku: `SKU-${n}`, quantity: 50, reorder_point: 45, location: `WH${n % 3}` }
    items.push((await write('POST', '/items', fields)).id)
  }
  const pick = () => items[Math.floor(random() * items.length)] ?? ''
  await write('POST', '/items/batch', { items: ['B-1', 'B-2', 'B-3'].map((sku) => ({ name: sku, sku, quantity: 7 })) })
  const supplier = { name: 'Acme', email: 'a@example.com' }
  for (let n = 0; n < 4; n++) {
    const line_items = [pick()].map((item_id) => ({ item_id, quantity_ordered: 5, unit_cost: '2.50' }))
    const order = await write('POST', '/orders', { supplier, line_items, ...(n === 3 ? { status: 'draft' } : {}) })
    if (n < 2) await write('POST', `/orders/${order.id}/receive`)
  }
  for (let n = 0; n < 40; n++) {
    const quantity = 1 + Math.floor(random() * 3)
    const type = random() < 0.7 ? 'issue' : 'receive'
    const moved = await write('POST', '/transactions', { type, item_id: pick(), quantity, reference: `Sale ${n} é 🎉` })
    if (random() < 0.2) await write('POST', `/transactions/${moved.id}/reverse`)
  }
  const snapshot = await write('POST', '/snapshots', { name: 'Before' })
  await write('PUT', `/items/${pick()}`, { name: 'Renamed', quantity: 3 })
  const gone = await write('POST', '/items', { name: 'Gone', sku: 'GONE', quantity: 1 })
  await write('DELETE', `/items/${gone.id}`)
  await write('POST', `/snapshots/${snapshot.id}/restore`)
  await write('POST', '/items', { name: 'Last', sku: 'LAST', quantity: 4 })
  return { secret: String(rotated.secret), hook: hook.id }
}

test('a moved company answers as before, byte for byte: lists, ledgers, audit, retries', async () => {
  const random = makeRandom(chooseSeed())
  const customer = await createCompanyWithKey(source, 'enterprise', ['read', 'write', 'webhooks'])
  const { company, secret: apiKey } = customer
  const owner = await signInAs(source, customer, 'owner')
  const isRefused = ({ body }: Received) => body.includes('"GONE"')
  const receiver = await startReceiver((response, index, received) =>
    answerWith(isRefused(received) ? 500 : 204)(response, index, received),
  )
  receivers.push(receiver)
  const [here, there] = [source, target].map(({ baseUrl }) => makeRawClient(baseUrl, apiKey)) as [Send, Send]
  const { kept, write } = openWriter(here)
  const { secret, hook } = await fill(write, random, receiver.url)
  // Answers that show a secret are sealed.
  const asOwner = makeRawClient(source.baseUrl, owner.token)
  const headers = { 'Idempotency-Key': 'key' }
  const keyRequest = { method: 'POST', path: '/keys', body: '{"name":"Scanner"}', headers }
  const keyMade = await asOwner(keyRequest)
  expect(keyMade.status).toBe(201)

  await waitFor(() => isQuiet(company.id, hook))
  source.setTime(Date.now() + 20_000) // the whole log is settled, and the feed shows it
  target.setTime(Date.now() + 20_000)
  const before = await takePicture(here)
  const feed = await readFeed(here)

  await run(ofSource, 'companies', 'suspend', '--company', company.id)
  const moved = await moveSuspended(customer)
  expect(moved).toMatchObject({ findings: 0, invited: [owner.email] })
  expect([(await here(get('/items'))).status, (await there(get('/items'))).status]).toEqual([403, 403])
  await run(ofTarget, 'companies', 'resume', '--company', company.id)

  const after = await takePicture(there)
  expect([...after.keys()]).toEqual([...before.keys()])
  const differing = [...before].filter(([path, text]) => after.get(path) !== text)
  expect(differing.map(([path, text]) => [path, text, after.get(path)])).toEqual([])
  expect(before.size).toBeGreaterThan(100)
  expect(await readFeed(there)).toEqual(feed)

  for (const { request, answer } of kept) {
    const replayed = { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
    expect(await there(request)).toEqual(replayed)
  }
  const { token } = await run(ofTarget, 'people', 'token', '--person', owner.id) // accepts
  const shown = await makeRawClient(target.baseUrl, String(token))(keyRequest)
  expect([shown.status, shown.text]).toEqual([201, keyMade.text])
  expect([...(await takePicture(there))]).toEqual([...after])
  process.stderr.write(`${before.size} answers and ${kept.length} retries are the same\n`)

  // Nothing of the past was told again; a change is, signed by the secret of before.
  expect(target.bus?.events.filter((each) => JSON.stringify(each).includes(company.id))).toEqual([])
  const requests = receiver.requests.length
  const made = JSON.parse((await there({ method: 'POST', path: '/items', body: '{"name":"New","sku":"NEW-1"}' })).text)
  await waitFor(async () => receiver.requests.some(({ body }) => body.includes(made.id)))
  const told = receiver.requests.slice(requests).filter(({ body }) => body.includes(made.id))
  for (const request of told) verify(secret, request, target.now())
  await waitFor(async () => target.bus?.events.some((each) => JSON.stringify(each).includes(made.id)) ?? false)
  expect(receiver.requests.slice(requests).every(({ body }) => body.includes(made.id))).toBe(true)

  // What was pending goes on here, and stays at rest there.
  const later = receiver.requests.length
  for (const service of [target, source]) {
    service.setTime(service.now() + 6 * 60_000)
    expect(await service.invoke('QueueDueDeliveries', {})).not.toHaveProperty('error')
  }
  await waitFor(async () => receiver.requests.length > later)
  const again = receiver.requests.slice(later)
  expect(again.every(isRefused)).toBe(true)
  for (const request of again) verify(secret, request, target.now())
  const attempts = async (service: TestService) =>
    (await collectPages(readDeliveryPages(service.rows, company.id, hook)))
      .filter(({ status }) => status === 'pending')
      .map((row) => row.attempts.length)
  await waitFor(async () => (await attempts(target)).includes(3))
  expect(new Set(await attempts(source))).toEqual(new Set([2]))
})

/** All is delivered, or waits for its third attempt: that comes after minutes. */
async function isQuiet(companyId: string, webhookId: string): Promise<boolean> {
  const rows = await collectPages(readDeliveryPages(source.rows, companyId, webhookId))
  const isAtRest = ({ status, attempts }: DeliveryRow) => status === 'delivered' || attempts.length === 2
  return rows.some(({ status }) => status === 'pending') && rows.every(isAtRest)
}

test('clients that sell and retry during the whole move: nothing is lost, nothing doubled', async () => {
  const seed = chooseSeed()
  const customer = await createCompanyWithKey(source)
  const { company, secret, client } = customer
  const stock = 100_000
  const { id: item_id } = await client.createItem({ name: 'Torch', sku: 'TORCH', quantity: stock })
  const clients = Array.from({ length: 6 }, (_, n) => new SellingClient(secret, item_id, n, makeRandom(seed + n)))
  const ended = clients.map((each) => each.run())
  const sum = (of: (each: SellingClient) => number) => clients.reduce((total, each) => total + of(each), 0)
  await waitFor(async () => sum(({ sold }) => sold) > 60)
  await run(ofSource, 'companies', 'suspend', '--company', company.id)
  // Nobody has a request under way that was admitted before: each has seen a refusal.
  await waitFor(async () => clients.every(({ refused }) => refused > 0))
  await moveSuspended(customer)
  await run(ofTarget, 'companies', 'resume', '--company', company.id)
  const soldBefore = sum(({ sold }) => sold)
  await waitFor(async () => sum(({ sold }) => sold) > soldBefore + 60)
  for (const each of clients) each.isStopped = true
  await Promise.all(ended)

  const [units, sales] = [sum((each) => each.units), sum(({ sold }) => sold)]
  const there = makeRawClient(target.baseUrl, secret)
  const read = async (path: string) => JSON.parse((await there(get(path))).text)
  expect(await read(`/items/${item_id}`)).toMatchObject({ quantity: stock - units })
  expect(await read(`/items/${item_id}/verify`)).toMatchObject({ quantity: stock - units })
  const { pagination } = await read(`/transactions?item_id=${item_id}&type=issue`)
  expect(pagination.total).toBe(sales)
  const [lost, retried] = [sum((each) => each.lost), sum((each) => each.replayed)]
  expect(Math.min(lost, retried)).toBeGreaterThan(0)
  process.stderr.write(`${sales} sales of ${units} units; ${lost} answers lost, ${retried} answered again\n`)
  expect(await run(ofTarget, 'verify', '--company', company.id)).toMatchObject({ findings: [] })
})

/** Sells one thing after the other, each under a key, until it has an answer. It loses every fifth answer. */
class SellingClient {
  sold = 0
  units = 0
  lost = 0
  replayed = 0
  refused = 0
  isStopped = false

  constructor(
    private readonly secret: string,
    private readonly itemId: string,
    private readonly number: number,
    private readonly random: () => number,
  ) {}

  async run(): Promise<void> {
    for (let sale = 0; !this.isStopped; sale++) {
      const quantity = 1 + Math.floor(this.random() * 3)
      await waitFor(() => this.sell(sale, quantity))
    }
  }

  /** False where it must be tried again: a client that is refused asks the other service, in turn. */
  private async sell(sale: number, quantity: number): Promise<boolean> {
    const body = JSON.stringify({ type: 'issue', item_id: this.itemId, quantity, reference: `${this.number}-${sale}` })
    const headers = { 'Idempotency-Key': `sale-${this.number}-${sale}` }
    const { baseUrl } = this.refused % 2 === 0 ? source : target
    const answer = await makeRawClient(baseUrl, this.secret)({ method: 'POST', path: '/transactions', body, headers })
    // 401: the other one does not know the key yet.
    if (answer.status === 403 || answer.status === 401) this.refused += 1
    else if (![201, 429].includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`)
    if (answer.status !== 201) return false
    if (this.random() < 0.2) {
      this.lost += 1
      return false
    }
    if (answer.headers['idempotent-replayed'] === 'true') this.replayed += 1
    this.sold += 1
    this.units += quantity
    return true
  }
}
