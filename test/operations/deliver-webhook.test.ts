import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { deliver } from '../../functions/operations/webhooks/deliver'
import { queueDue } from '../../functions/operations/webhooks/queue-due'
import type { DeliveryMessage } from '../../functions/runtime/queues/deliveries-queue'
import { queryPartitions } from '../../functions/store/client'
import { keys, listDuePartitions } from '../../functions/store/schema'
import { makeUlid } from '../../functions/store/ulids'
import { findDeliveryRow, toDelivery } from '../../functions/store/webhooks/delivery-row'
import { findWebhookRow } from '../../functions/store/webhooks/webhook-row'
import { measureCharge } from '../support/capacity'
import { makeDyingTable } from '../support/dying'
import { emptyTable } from '../support/empty-table'
import { waitFor } from '../support/eventually'
import { rehearse } from '../support/rehearse'
import { chooseSize } from '../support/size'
import { noon, startTestTable, type TestTable } from '../support/table'
import {
  type Answer,
  answerWith,
  makeDeliverer,
  makeSecret,
  passTime,
  putDeliveryOf,
  putWebhook,
  type Receiver,
  startReceiver,
  TestQueue,
  testVault,
  verify,
  visibilityMs,
} from '../support/webhooks'

// From a message to the receiver, on a real table and by real connections, while the clock is moved.

let engine: TestTable
let receiver: Receiver
let answer: Answer
let companyId: string
let queue: TestQueue
beforeAll(async () => {
  engine = await startTestTable()
  receiver = await startReceiver((...args) => answer(...args))
})
afterAll(async () => {
  await receiver.stop()
  await engine.stop()
})
beforeEach(async () => {
  await emptyTable(engine.table, [])
  engine.setTime(noon)
  companyId = `cmp_${makeUlid(noon)}`
  queue = new TestQueue(() => engine.table.now())
  receiver.requests.length = 0
  answer = answerWith(204)
})

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const now = () => engine.table.now()
const wait = (ms: number) => engine.setTime(now() + ms)
const run = (...messages: DeliveryMessage[]) => deliver(makeDeliverer(engine.table, queue), messages)
const pass = (ms: number) => passTime(engine, queue, makeDeliverer(engine.table, queue), now() + ms)
const hook = (fields = {}) => putWebhook(engine.table, companyId, receiver.url, fields)
const draft = (webhookId: string) => putDeliveryOf(engine.table, companyId, webhookId)

async function readDelivery({ webhook_id, delivery_id }: DeliveryMessage) {
  const row = await findDeliveryRow(engine.table, { companyId, webhookId: webhook_id, id: delivery_id })
  if (!row) throw new Error('the delivery is gone')
  return toDelivery(row)
}

async function readWebhook(id: string) {
  const row = await findWebhookRow(engine.table, companyId, id)
  if (!row) throw new Error('the webhook is gone')
  return row
}

function update(id: string, UpdateExpression: string, values: Record<string, unknown> = {}) {
  const ExpressionAttributeValues = Object.keys(values).length > 0 ? values : undefined
  const command = { TableName: engine.table.name, Key: keys.webhook(companyId, id), UpdateExpression }
  const names = UpdateExpression.includes('#status') ? { ExpressionAttributeNames: { '#status': 'status' } } : {}
  return engine.table.db.send(new UpdateCommand({ ...command, ...names, ExpressionAttributeValues }))
}

const isDelete = (command: object) => command instanceof DeleteCommand
const readDue = async () =>
  (await queryPartitions(engine.table, listDuePartitions())).filter(({ company_id }) => company_id === companyId)

test('a delivery: signed as the specification says, recorded, and nothing stays', async () => {
  const { id } = await hook()
  const message = await draft(id)
  expect(await run(message)).toEqual([])
  const [request] = receiver.requests
  expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Inventory-Webhooks/1' })
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    ...['connection', 'content-length', 'content-type', 'host', 'user-agent'],
    ...['webhook-id', 'webhook-signature', 'webhook-timestamp'],
  ])
  const delivery = await readDelivery(message)
  expect(request?.headers['webhook-id']).toBe(delivery.event_id)
  expect(request && verify(makeSecret('a'), request, noon)).toEqual({ type: 'item.created', data: {} })
  expect(delivery).toMatchObject({
    status: 'delivered',
    next_attempt_at: null,
    attempts: [{ at: new Date(noon).toISOString(), status_code: 204, error: null, response: '' }],
  })
  const row = await readWebhook(id)
  expect(Object.keys(row).filter((name) => name.startsWith('lease'))).toEqual([])
  expect(queue.waiting).toEqual([])
})

rehearse('the retry plan: nine attempts, each at its time, then failed', async () => {
  answer = answerWith(500, `${'x'.repeat(600)}`)
  const { id } = await hook()
  const message = await draft(id)
  await queue.send([{ message, delayMs: 0 }])
  await pass(3 * day)
  const { attempts, status, next_attempt_at } = await readDelivery(message)
  const starts = attempts.map(({ at }) => Date.parse(at))
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
  expect(pauses).toEqual([5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20].map((hours) => hours * hour)])
  expect([status, next_attempt_at]).toEqual(['failed', null])
  expect(receiver.requests).toHaveLength(9)
  expect(attempts[8]).toMatchObject({ status_code: 500, error: 'status 500', response: 'x'.repeat(500) })
  expect([queue.waiting, await readDue()]).toEqual([[], []])
  expect(await readWebhook(id)).toMatchObject({ status: 'active', failures: 9, failing_since: noon })
})

test('what is due later than a queue can wait has a row from the moment the attempt is recorded', async () => {
  answer = answerWith(500)
  const { id } = await hook()
  const message = await draft(id)
  await run(message)
  await pass(6 * minute)
  expect(await readDelivery(message)).toMatchObject({ attempts: [{}, {}, {}] })
  const [due] = await readDue()
  expect(due).toMatchObject({ attempt: 3, delivery_id: message.delivery_id, at: noon + 5 * second + 35 * minute })
  expect(queue.waiting).toEqual([])
  engine.setTime(Number(due?.at) - 13 * minute)
  expect(await queueDue(engine.table, queue.send)).toMatchObject({ queued: 0 })
  engine.setTime(Number(due?.at) - 11.5 * minute)
  const dead = queueDue(makeDyingTable(engine.table, 1, { counts: isDelete }), queue.send)
  await expect(dead).rejects.toThrow('killed')
  expect(await queueDue(engine.table, queue.send)).toMatchObject({ queued: 1, untaken: 0 })
  expect(queue.waiting.map(({ at }) => at)).toEqual([due?.at, due?.at])
  await pass(12 * minute)
  expect(receiver.requests).toHaveLength(4)
})

test('a success ends what failures began', async () => {
  answer = (response, count) => response.writeHead(count === 0 ? 503 : 200).end()
  const { id } = await hook()
  const message = await draft(id)
  await run(message)
  expect(await readWebhook(id)).toMatchObject({ failures: 1, failing_since: noon })
  await pass(10 * second)
  expect(await readDelivery(message)).toMatchObject({ status: 'delivered', attempts: [{}, { status_code: 200 }] })
  const row = await readWebhook(id)
  expect([row.failures, row.failing_since]).toEqual([0, undefined])
})

test('410 disables the webhook at once; what is pending ends without an attempt', async () => {
  answer = answerWith(410)
  const { id } = await hook()
  const [first, other] = [await draft(id), await draft(id)]
  await run(first)
  expect(await readWebhook(id)).toMatchObject({
    status: 'disabled',
    disabled_reason: 'gone',
    rev: 2,
    updated_by: 'system',
  })
  await run(other)
  await pass(10 * second)
  expect(await readDelivery(first)).toMatchObject({
    status: 'failed',
    attempts: [{ status_code: 410 }],
    next_attempt_at: null,
  })
  expect(await readDelivery(other)).toMatchObject({ status: 'failed', attempts: [], next_attempt_at: null })
  expect(receiver.requests).toHaveLength(1)
})

test('410 from a URL that was replaced meanwhile disables nothing', async () => {
  const { id } = await hook()
  const rename = { TableName: engine.table.name, Key: keys.webhook(companyId, id) }
  answer = async (response) => {
    const change = { UpdateExpression: 'SET #url = :url', ExpressionAttributeNames: { '#url': 'url' } }
    const values = { ExpressionAttributeValues: { ':url': 'https://example.com/' } }
    await engine.table.db.send(new UpdateCommand({ ...rename, ...change, ...values }))
    response.writeHead(410).end()
  }
  await run(await draft(id))
  expect(await readWebhook(id)).toMatchObject({ status: 'active', failures: 1 })
})

test('five days of nothing but failures disable it; enabled, it gets what is sent again', async () => {
  answer = answerWith(500)
  const { id } = await hook()
  await run(await draft(id))
  wait(5 * day - minute)
  await run(await draft(id))
  expect(await readWebhook(id)).toMatchObject({ status: 'active', failures: 2 })
  wait(minute)
  const last = await draft(id)
  await run(last)
  expect(await readWebhook(id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing', failures: 3 })
  await pass(10 * second)
  expect(await readDelivery(last)).toMatchObject({ status: 'failed', attempts: [{}] })
  answer = answerWith(200)
  const values = { ':active': 'active', ':none': null, ':zero': 0 }
  await update(id, 'SET #status = :active, disabled_reason = :none, failures = :zero REMOVE failing_since', values)
  const again = await draft(id)
  await run(again)
  expect(await readDelivery(again)).toMatchObject({ status: 'delivered' })
})

test('of a webhook that is gone, nothing is sent', async () => {
  const { id } = await hook()
  const message = await draft(id)
  await engine.table.db.send(new DeleteCommand({ TableName: engine.table.name, Key: keys.webhook(companyId, id) }))
  expect(await run(message)).toEqual([])
  expect([receiver.requests, queue.waiting]).toEqual([[], []])
})

test('while its company is suspended, what is due waits, and is looked at each hour', async () => {
  const { id } = await hook({ suspended_at: noon })
  const message = await draft(id)
  await run(message)
  expect(await readDelivery(message)).toMatchObject({
    status: 'pending',
    next_attempt_at: new Date(noon + hour).toISOString(),
  })
  await pass(chooseSize({ quick: 2 * hour, thorough: day }) + 30 * minute)
  expect(receiver.requests).toEqual([])
  await update(id, 'REMOVE suspended_at')
  await pass(hour)
  expect(await readDelivery(message)).toMatchObject({ status: 'delivered', attempts: [{}] })
})

test('while its company is suspended, messages that come twice do not become more and more rows', async () => {
  const { id } = await hook({ suspended_at: noon })
  const message = await draft(id)
  for (let count = 0; count < 5; count++) {
    await run(message)
    wait(second)
  }
  await pass(5 * hour)
  expect(await readDue()).toHaveLength(1)
  await update(id, 'REMOVE suspended_at')
  await pass(hour)
  expect(await readDelivery(message)).toMatchObject({ status: 'delivered', attempts: [{}] })
})

test('a message that comes twice makes one attempt, one after the other or at once', async () => {
  const { id } = await hook()
  const message = await draft(id)
  await run(message, message)
  await run(message)
  expect(receiver.requests).toHaveLength(1)
  const other = await draft(id)
  await Promise.all([run(other), run(other)])
  await pass(minute)
  expect(receiver.requests).toHaveLength(2)
  expect((await readDelivery(other)).attempts).toHaveLength(1)
})

test('a message that comes too early waits', async () => {
  answer = answerWith(500)
  const { id } = await hook()
  const message = await draft(id)
  await run(message)
  await run({ ...message, attempt: 1 })
  expect(receiver.requests).toHaveLength(1)
  await pass(5 * second)
  expect(receiver.requests).toHaveLength(2)
})

test('an expired delivery, or one without its event, is dropped', async () => {
  const { id } = await hook()
  const [old, empty] = [await draft(id), await draft(id)]
  const { event_id } = await readDelivery(empty)
  const Key = keys.webhookEvent(companyId, event_id)
  await engine.table.db.send(new DeleteCommand({ TableName: engine.table.name, Key }))
  await run(empty)
  expect(await readDelivery(empty)).toMatchObject({ status: 'failed', attempts: [] })
  wait(31 * day)
  await run(old)
  expect([receiver.requests, queue.waiting]).toEqual([[], []])
})

test('the previous secret signs, too, until its time is over', async () => {
  const id = `whk_${makeUlid(noon)}`
  const secret = await testVault.seal(makeSecret('b'), `${companyId}/${id}`)
  const previous = await testVault.seal(makeSecret('a'), `${companyId}/${id}`)
  await hook({ id, secret, previous_secret: { secret: previous, until: noon + day } })
  await run(await draft(id))
  wait(day)
  await run(await draft(id))
  const [first, second] = receiver.requests
  if (!first || !second) throw new Error('two are sent')
  for (const letter of ['a', 'b']) verify(makeSecret(letter), first, noon)
  verify(makeSecret('b'), second, noon + day)
  expect(() => verify(makeSecret('a'), second, noon + day)).toThrow('No matching signature')
})

test('a secret that cannot be opened makes only its message come again, and blocks no place', async () => {
  const [broken, healthy] = [await hook({ secret: 'sealed elsewhere' }), await hook()]
  const messages = [await draft(broken.id), await draft(healthy.id)]
  expect(await run(...messages)).toEqual([{ index: 0, error: expect.objectContaining({ message: expect.anything() }) }])
  expect(await readWebhook(broken.id)).not.toHaveProperty('lease_0')
  expect(receiver.requests).toHaveLength(1)
  expect(await readDelivery(messages[0] as DeliveryMessage)).toMatchObject({ status: 'pending', attempts: [] })
})

test('of a batch, what follows a failed attempt of the same webhook goes back; others are sent', async () => {
  const [failing, healthy] = [await hook(), await hook()]
  answer = (response, _, { headers }) => response.writeHead(fails.has(String(headers['webhook-id'])) ? 500 : 200).end()
  const bad = [await draft(failing.id), await draft(failing.id), await draft(failing.id)]
  const good = [await draft(healthy.id), await draft(healthy.id)]
  const fails = new Set((await Promise.all(bad.map(readDelivery))).map(({ event_id }) => event_id))
  expect(await run(...bad, ...good)).toEqual([])
  expect(receiver.requests).toHaveLength(3)
  const back = queue.waiting.filter(({ message }) => message.turned_away === 1)
  expect(back.map(({ at }) => at - noon)).toEqual([2 * second, 2 * second])
  expect(await readWebhook(healthy.id)).not.toHaveProperty('lease_0')
})

/** Holds all answers until they are let go. */
function holdAnswers() {
  const held: (() => void)[] = []
  answer = (response) => held.push(() => response.writeHead(500).end())
  return {
    held,
    letGo: () => {
      for (const go of held.splice(0)) go()
    },
  }
}

test('five attempts of a webhook are in flight at most; the sixth waits', async () => {
  const { held, letGo } = holdAnswers()
  const { id } = await hook()
  const messages = await Promise.all(Array.from({ length: 9 }, () => draft(id)))
  const runs = messages.map((message) => run(message))
  await waitFor(async () => queue.waiting.length === 4 && held.length === 5)
  expect(Object.keys(await readWebhook(id)).filter((name) => name.startsWith('lease'))).toHaveLength(5)
  letGo()
  await Promise.all(runs)
  expect(await readWebhook(id)).toMatchObject({ failures: 5 })
  const others = queue.takeDue()
  expect(others).toEqual([])
  wait(2 * second)
  const careful = queue.takeDue().map((message) => run(message))
  await waitFor(
    async () => held.length === 1 && queue.waiting.filter(({ message }) => message.turned_away === 2).length === 3,
  )
  letGo()
  await Promise.all(careful)
  expect(receiver.requests).toHaveLength(6)
})

test('what waits for its turn waits ever longer, up to two minutes', async () => {
  const until = noon + day
  const lease = { until, delivery_id: 'dlv_other', holder: 'other' }
  const leases = { lease_0: lease, lease_1: lease, lease_2: lease, lease_3: lease, lease_4: lease }
  const { id } = await hook(leases)
  const message = await draft(id)
  const waits: number[] = []
  for (const turned_away of [0, 1, 5, 6, 7, 100]) {
    await run({ ...message, turned_away })
    waits.push((queue.waiting.pop()?.at ?? 0) - noon)
  }
  expect(waits.map((ms) => ms / second)).toEqual([2, 3, 48, 96, 120, 120])
})

test('a lease whose time is over is taken over', async () => {
  const lease = { until: noon, delivery_id: 'dlv_dead', holder: 'dead' }
  const leases = { lease_0: lease, lease_1: lease, lease_2: lease, lease_3: lease, lease_4: lease }
  const { id } = await hook({ ...leases, failures: 7 })
  const message = await draft(id)
  await run(message)
  expect(await readDelivery(message)).toMatchObject({ status: 'delivered' })
})

rehearse.each([200, 500])(
  'killed between each two calls, with the answer %i: sent at least once, and as recorded',
  async (status) => {
    for (const arrives of [false, true]) {
      for (let nth = 1, died = true; died; nth++) {
        engine.setTime(noon)
        queue.waiting = []
        receiver.requests.length = 0
        const { id } = await hook()
        const message = await draft(id)
        answer = (response, count) => response.writeHead(count === 0 ? status : 200).end()
        const dying = makeDeliverer(makeDyingTable(engine.table, nth, { arrives }), queue)
        const undelivered = await deliver(dying, [message])
        died = undelivered.length > 0
        if (died) queue.waiting.push({ message, at: noon + visibilityMs })
        await pass(20 * minute)
        const { attempts, status: ended } = await readDelivery(message)
        expect([nth, arrives, ended, attempts.at(-1)?.status_code]).toEqual([nth, arrives, 'delivered', 200])
        expect(receiver.requests.length).toBeGreaterThanOrEqual(attempts.length)
        expect(receiver.requests.length).toBeLessThanOrEqual(attempts.length + 1)
        expect(await readWebhook(id)).not.toHaveProperty('lease_0')
        if (nth > 20) throw new Error('it never ends')
      }
    }
  },
)

test('killed before the next attempt was queued, the message that comes again queues it', async () => {
  answer = answerWith(500)
  const { id } = await hook()
  const message = await draft(id)
  const away = async () => {
    throw new Error('the queue is away')
  }
  const [undelivered] = await deliver({ ...makeDeliverer(engine.table, queue), queue: away }, [message])
  expect(undelivered?.error.message).toBe('the queue is away')
  expect([queue.waiting, (await readDelivery(message)).attempts.length]).toEqual([[], 1])
  wait(visibilityMs)
  await run(message)
  expect(queue.waiting).toEqual([{ message: { ...message, attempt: 1 }, at: now() }])
})

test('units: 6 for a delivery that succeeds, 4 for each that follows in a batch', async () => {
  const { id } = await hook()
  const first = await draft(id)
  expect(await measureCharge(engine.table, () => run(first))).toEqual({ units: 3 * 1 + 3, calls: 6 })
  const ten = await Promise.all(Array.from({ length: 10 }, () => draft(id)))
  expect(await measureCharge(engine.table, () => run(...ten))).toEqual({ units: 1 + 10 * 4 + 1, calls: 1 + 10 * 4 + 1 })
})
