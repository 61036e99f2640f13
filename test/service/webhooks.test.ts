import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { makeRandom } from '../../bench/seed'
import { localAccess } from '../../cli/target'
import { collectPages } from '../../functions/store/table/table'
import { type DeliveryRow, readDeliveryPages } from '../../functions/store/webhooks/delivery-row'
import { waitFor } from '../support/eventually'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { type Customer, createCompanyWithKey, createKey, startTestService, useService } from '../support/service'
import { chooseSize } from '../support/size'
import { readTestStack } from '../support/stack'
import { type Answer, answerWith, type Received, type Receiver, startReceiver, verify } from '../support/webhooks'

// From a change to a receiver, through the running service: routes, stream, queue and functions as in the template.

/**
 * Of each function. A receiver that hangs keeps five deliverers busy, one for each lease of its webhook. So three are
 * left: one that turns away what waits, one that delivers, and one more. On AWS there are 50: lib/features/webhooks.ts.
 */
const workersPerFunction = chooseSize({ quick: 2, thorough: 8 })
const options = { events: true, workersPerFunction }
const service = useService(() => startTestService(readTestStack(), options))
const receivers: Receiver[] = []
let sqs: SQSClient
beforeAll(() => {
  sqs = new SQSClient({ endpoint: service.sqsEndpoint, ...localAccess })
})
afterAll(() => sqs.destroy())
beforeEach(() => service.setTime(0))
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop()
})

async function receive(answer: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

const queueUrl = () => service.deliveriesQueueUrl ?? ''
/** What the queue of deliveries says of itself: messages that are visible, hidden and delayed. */
async function countMessages(): Promise<Partial<Record<string, string>>> {
  const request = { QueueUrl: queueUrl(), AttributeNames: ['All' as const] }
  return (await sqs.send(new GetQueueAttributesCommand(request))).Attributes ?? {}
}

const createCustomer = () => createCompanyWithKey(service, 'enterprise', ['read', 'write', 'webhooks'])

type Hook = { id: string; secret: string; status: string; disabled_reason: string | null }
async function createWebhook({ call }: Customer, url: string, events = ['*']): Promise<Hook> {
  const { status, body } = await call('POST', '/webhooks', { url, events })
  expect([status, body]).toEqual([201, expect.objectContaining({ status: 'active' })])
  return body as unknown as Hook
}

/** A customer with a webhook to a receiver of its own. */
async function openHook(answer: Answer, events = ['*']) {
  const [customer, receiver] = [await createCustomer(), await receive(answer)]
  return { customer, receiver, hook: await createWebhook(customer, receiver.url, events) }
}

type Sent = { id: string; type: string; data: { object: { sku: string } } }
const readEvent = ({ body }: Received): Sent => JSON.parse(body)

const readDeliveries = ({ company }: Customer, { id }: Hook): Promise<DeliveryRow[]> =>
  collectPages(readDeliveryPages(service.rows, company.id, id))

const isDelivered = ({ status }: DeliveryRow) => status === 'delivered'

test('a change arrives, signed', async () => {
  const { customer, receiver, hook } = await openHook(answerWith(204), ['item.low_stock'])
  await customer.client.createItem({ name: 'Bolt', sku: 'BOLT', quantity: 5, reorder_point: 4 })
  await customer.client.createTransactions({ type: 'issue', sku: 'BOLT', quantity: 3 })
  const request = await waitFor(async () => receiver.requests[0] ?? null)
  const event = { type: 'item.low_stock', data: { object: { sku: 'BOLT' } } }
  expect(verify(hook.secret, request, Date.now())).toMatchObject(event)
  await waitFor(async () => (await readDeliveries(customer, hook)).some(isDelivered))
  expect(receiver.requests).toHaveLength(1)
  const logged = service.logs.join('\n')
  for (const secret of [hook.secret, String(request.headers['webhook-signature'])]) expect(logged).not.toContain(secret)
})

test('a message that names no attempt is dropped, and told', async () => {
  const since = service.logs.length
  for (const MessageBody of ['no JSON', '{"company_id":"cmp_1"}'])
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(), MessageBody }))
  await waitFor(async () => Object.values(await countMessages()).every((count) => count === '0'))
  const logged = service.logs.slice(since).join('\n')
  expect(logged.match(/a message names no attempt, and is dropped/g)).toHaveLength(2)
  expect(logged).not.toMatch(/DeliverWebhook\w* failed/)
})

/**
 * Answers at random: mostly well. `answered`: what it has said, by event; null where it has said nothing. `open`: how
 * many requests have no answer yet, as those that hang until their sender gives up.
 */
function makeFaulty(random: () => number, kill: () => unknown) {
  const answered = new Map<string, (number | null)[]>()
  let open = 0
  const answer: Answer = (response, _, { headers }) => {
    const id = String(headers['webhook-id'])
    open += 1
    const say = (status: number | null) => {
      open -= 1
      answered.set(id, [...(answered.get(id) ?? []), status])
    }
    const chance = random()
    if (random() < 0.01) kill()
    if (chance < 0.7) response.writeHead(200).end(void say(200))
    else if (chance < 0.85) response.writeHead(500).end(void say(500))
    else if (chance < 0.98) response.destroy(void say(null))
    else if (chance < 0.99)
      response.on('close', () => say(null)) // it hangs
    else response.writeHead(410).end(void say(410))
  }
  return { answer, answered, countOpen: () => open }
}

/** Of each client. `CHANGES=250` is the size of a whole rehearsal, which takes some ten minutes. */
const size = { clients: 8, changes: Number(process.env.CHANGES ?? 25) }

/** Each client makes its changes, again until they are answered. A webhook that was disabled is soon enabled again. */
async function makeChanges(customer: Customer, hook: Hook): Promise<void> {
  const write = async (client: number) => {
    const { call } = await createKey(service, customer.company.id, 'enterprise')
    for (let n = 0; n < size.changes; n++) {
      const item = { name: 'Item', sku: `${client}-${n}`, quantity: 5 }
      const key = { 'Idempotency-Key': item.sku }
      await waitFor(async () => (await call('POST', '/items', item, key).catch(() => null))?.status === 201)
      if (client === 0 && n % 5 === 0) await enable(customer, hook)
    }
  }
  await Promise.all(Array.from({ length: size.clients }, (_, client) => write(client)))
}

/** Functions may be killed meanwhile: then it is done the next time. */
async function enable({ call }: Customer, { id }: Hook): Promise<void> {
  const { body } = await call('GET', `/webhooks/${id}`)
  if (body.status === 'disabled') await call('PUT', `/webhooks/${id}`, { status: 'active' })
}

/** Leases expire, messages become visible, and the sweep runs, at its rate, each time after what is due now. */
async function passTimeUntilDone(customer: Customer, hooks: Hook[], countOpen: () => number): Promise<void> {
  let at = Date.now()
  const isIdle = async () => countOpen() === 0 && (await countMessages()).ApproximateNumberOfMessages === '0'
  await waitFor(async () => {
    at += 10 * 60_000
    service.setTime(at)
    await service.invoke('QueueDueDeliveries', {})
    await waitFor(isIdle)
    for (const hook of hooks) await enable(customer, hook)
    const deliveries = await Promise.all(hooks.map((hook) => readDeliveries(customer, hook)))
    return deliveries.flat().every(({ status }) => status !== 'pending')
  }, 400_000)
}

/** An attempt that was killed with its deliverer may lack its record, and nothing else. */
type Answered = ReadonlyMap<string, (number | null)[]>
function checkRecorded(deliveries: DeliveryRow[], answered: Answered, kills: number) {
  const [attempts, answers] = [deliveries.flatMap((each) => each.attempts).length, [...answered.values()].flat().length]
  for (const delivery of deliveries) {
    const known = [...(answered.get(delivery.event_id) ?? [])]
    const recorded = delivery.attempts.map(({ status_code }) => status_code)
    for (const status of recorded.filter((each) => each !== null)) {
      const at = known.indexOf(status)
      expect([delivery.id, status, at]).not.toEqual([delivery.id, status, -1])
      known.splice(at, 1)
    }
    const delivered = isDelivered(delivery) ? recorded.length - 1 : -1
    expect([delivery.id, recorded.indexOf(200)]).toEqual([delivery.id, delivered])
  }
  const unrecorded = answers - attempts
  expect(unrecorded).toBeGreaterThanOrEqual(0)
  expect(unrecorded).toBeLessThanOrEqual(kills * workersPerFunction)
  return unrecorded
}

rehearse(
  `${size.clients} clients at once, functions killed at random, a receiver that fails: nothing is lost or invented`,
  async () => {
    const customer = await createCustomer()
    const kills: Promise<void>[] = []
    const kill = () => kills.push(service.killFunctions())
    const faulty = makeFaulty(makeRandom(chooseSeed()), kill)
    const [healthy, failing] = [await receive(answerWith(204)), await receive(faulty.answer)]
    const hooks = [await createWebhook(customer, healthy.url), await createWebhook(customer, failing.url)] as const
    await makeChanges(customer, hooks[1])
    if (kills.length === 0) kill()
    const count = size.clients * size.changes
    await waitFor(async () => (await readDeliveries(customer, hooks[0])).length === count)
    await passTimeUntilDone(customer, [...hooks], faulty.countOpen)
    service.setTime(service.now() + 60_000) // the newest second of the feed comes late
    const feed = new Set<string>()
    for await (const { id } of customer.client.events({ follow: false })) feed.add(id)
    expect(feed.size).toBe(count)
    expect(new Set(healthy.requests.map((each) => readEvent(each).id))).toEqual(feed)
    const deliveries = await readDeliveries(customer, hooks[1])
    const known = new Set(deliveries.map(({ event_id }) => event_id))
    for (const [index, { requests }] of [healthy, failing].entries())
      for (const request of requests) {
        verify(hooks[index]?.secret ?? '', request, Number(request.headers['webhook-timestamp']) * 1_000)
        expect((index === 0 ? feed : known).has(readEvent(request).id)).toBe(true)
      }
    expect([...known].filter((id) => !feed.has(id))).toEqual([])
    const gone = [...faulty.answered.values()].flat().filter((status) => status === 410).length
    if (gone === 0) expect(deliveries.filter(isDelivered)).toHaveLength(count)
    const unrecorded = checkRecorded(deliveries, faulty.answered, kills.length)
    process.stderr.write(`${kills.length} kills, ${unrecorded} attempts without a record, ${gone} times 410\n`)
  },
  1_800_000,
)

rehearse('an endpoint hangs, with 500 events waiting: deliveries of another company do not wait for them', async () => {
  const [slow, quick] = [await createCustomer(), await createCustomer()]
  const [hanging, receiver] = [await receive(() => {}), await receive(answerWith(204))]
  const hook = await createWebhook(slow, hanging.url)
  await createWebhook(quick, receiver.url)
  const makeItem = (prefix: string) => (_: unknown, n: number) => ({ name: 'Item', sku: `${prefix}${n}` })
  for (let batch = 0; batch < 10; batch++)
    await slow.client.createItems({ items: Array.from({ length: 50 }, makeItem(`${batch}-`)) })
  await waitFor(async () => hanging.requests.length >= 5)
  // A stream is read in order: what is written behind them comes behind them.
  await waitFor(async () => (await readDeliveries(slow, hook)).length === 500)
  for (let n = 0; n < 200; n++) {
    await quick.client.createItem({ name: 'Item', sku: `Q${n}` })
    await waitFor(async () => receiver.requests.some((request) => readEvent(request).data.object.sku === `Q${n}`))
  }
  expect(hanging.requests.length).toBeLessThan(500) // else they came after all that hang
})
