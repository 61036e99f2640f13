import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { queueDue } from '../../functions/operations/webhooks/queue-due'
import type { DeliveryMessage } from '../../functions/runtime/queues/deliveries-queue'
import { keys } from '../../functions/store/table/schema'
import { makeUlid } from '../../functions/store/time/ulids'
import { measureCharge } from '../support/capacity'
import { deleteRow } from '../support/damage'
import { DeliveryStory } from '../support/delivery-story'
import { makeDyingTable } from '../support/dying'
import { rehearse } from '../support/rehearse'
import { chooseSize } from '../support/size'
import { noon } from '../support/table'
import { answerWith, makeSecret, testVault, verify } from '../support/webhooks'

// What becomes of one delivery, and of its webhook.

const story = new DeliveryStory()
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

test('a delivery: signed as the specification says, recorded, and nothing stays', async () => {
  const { id, message } = await story.begin()
  expect(await story.run(message)).toEqual([])
  const [request] = story.requests
  expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Inventory-Webhooks/1' })
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    ...['connection', 'content-length', 'content-type', 'host', 'user-agent'],
    ...['webhook-id', 'webhook-signature', 'webhook-timestamp'],
  ])
  const delivery = await story.readDelivery(message)
  expect(request?.headers['webhook-id']).toBe(delivery.event_id)
  expect(request && verify(makeSecret('a'), request, noon)).toEqual({ type: 'item.created', data: {} })
  expect(delivery).toMatchObject({
    status: 'delivered',
    next_attempt_at: null,
    attempts: [{ at: new Date(noon).toISOString(), status_code: 204, error: null, response: '' }],
  })
  const row = await story.readWebhook(id)
  expect(Object.keys(row).filter((name) => name.startsWith('lease'))).toEqual([])
  expect(story.queue.waiting).toEqual([])
})

rehearse('the retry plan: nine attempts, each at its time, then failed', async () => {
  story.answer = answerWith(500, `${'x'.repeat(600)}`)
  const { id, message } = await story.begin()
  await story.queue.send([{ message, delayMs: 0 }])
  await story.pass(3 * day)
  const { attempts, status, next_attempt_at } = await story.readDelivery(message)
  const starts = attempts.map(({ at }) => Date.parse(at))
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
  expect(pauses).toEqual([5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20].map((hours) => hours * hour)])
  expect([status, next_attempt_at]).toEqual(['failed', null])
  expect(story.requests).toHaveLength(9)
  expect(attempts[8]).toMatchObject({ status_code: 500, error: 'status 500', response: 'x'.repeat(500) })
  expect([story.queue.waiting, await story.readDue()]).toEqual([[], []])
  expect(await story.readWebhook(id)).toMatchObject({ status: 'active', failures: 9, failing_since: noon })
})

test('what is due later than a queue can wait has a row from the moment the attempt is recorded', async () => {
  story.answer = answerWith(500)
  const { message } = await story.begin()
  await story.run(message)
  await story.pass(6 * minute)
  expect(await story.readDelivery(message)).toMatchObject({ attempts: [{}, {}, {}] })
  const [due] = await story.readDue()
  expect(due).toMatchObject({ attempt: 3, delivery_id: message.delivery_id, at: noon + 5 * second + 35 * minute })
  expect(story.queue.waiting).toEqual([])
  story.engine.setTime(Number(due?.at) - 13 * minute)
  expect(await queueDue(story.table, story.queue.send)).toMatchObject({ queued: 0 })
  story.engine.setTime(Number(due?.at) - 11.5 * minute)
  const dying = makeDyingTable(story.table, 1, { counts: (command) => command instanceof DeleteCommand })
  await expect(queueDue(dying, story.queue.send)).rejects.toThrow('killed')
  expect(await queueDue(story.table, story.queue.send)).toMatchObject({ queued: 1, untaken: 0 })
  expect(story.queue.waiting.map(({ at }) => at)).toEqual([due?.at, due?.at])
  await story.pass(12 * minute)
  expect(story.requests).toHaveLength(4)
})

test('a success ends what failures began', async () => {
  story.answer = (response, count) => response.writeHead(count === 0 ? 503 : 200).end()
  const { id, message } = await story.begin()
  await story.run(message)
  expect(await story.readWebhook(id)).toMatchObject({ failures: 1, failing_since: noon })
  await story.pass(10 * second)
  expect(await story.readDelivery(message)).toMatchObject({ status: 'delivered', attempts: [{}, { status_code: 200 }] })
  const row = await story.readWebhook(id)
  expect([row.failures, row.failing_since]).toEqual([0, undefined])
})

test('410 disables the webhook at once; what is pending ends without an attempt', async () => {
  story.answer = answerWith(410)
  const { id } = await story.hook()
  const [first, other] = [await story.draft(id), await story.draft(id)]
  await story.run(first)
  const gone = { status: 'disabled', disabled_reason: 'gone', rev: 2, updated_by: 'system' }
  expect(await story.readWebhook(id)).toMatchObject(gone)
  await story.run(other)
  await story.pass(10 * second)
  const failed = { status: 'failed', next_attempt_at: null }
  expect(await story.readDelivery(first)).toMatchObject({ ...failed, attempts: [{ status_code: 410 }] })
  expect(await story.readDelivery(other)).toMatchObject({ ...failed, attempts: [] })
  expect(story.requests).toHaveLength(1)
})

test('410 from a URL that was replaced meanwhile disables nothing', async () => {
  const { id } = await story.hook()
  story.answer = async (response) => {
    await story.changeWebhook(id, { url: 'https://example.com/' })
    response.writeHead(410).end()
  }
  await story.run(await story.draft(id))
  expect(await story.readWebhook(id)).toMatchObject({ status: 'active', failures: 1 })
})

test('five days of nothing but failures disable it; enabled, it gets what is sent again', async () => {
  story.answer = answerWith(500)
  const { id } = await story.hook({ failures: 2, failing_since: noon })
  story.wait(5 * day)
  const last = await story.draft(id)
  await story.run(last)
  expect(await story.readWebhook(id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing', failures: 3 })
  await story.pass(10 * second)
  expect(await story.readDelivery(last)).toMatchObject({ status: 'failed', attempts: [{}] })
  story.answer = answerWith(200)
  const active = { status: 'active', disabled_reason: null, failures: 0, failing_since: undefined } as const
  await story.changeWebhook(id, active)
  const again = await story.draft(id)
  await story.run(again)
  expect(await story.readDelivery(again)).toMatchObject({ status: 'delivered' })
})

test('of a webhook that is gone, nothing is sent', async () => {
  const { id, message } = await story.begin()
  await deleteRow(story.table, keys.webhook(story.companyId, id))
  expect(await story.run(message)).toEqual([])
  expect([story.requests, story.queue.waiting]).toEqual([[], []])
})

test('while its company is suspended, what is due waits, in one row however often its message comes', async () => {
  const { id, message } = await story.begin({ suspended_at: noon })
  await story.run(message)
  const next_attempt_at = new Date(noon + hour).toISOString()
  expect(await story.readDelivery(message)).toMatchObject({ status: 'pending', next_attempt_at })
  for (let count = 1; count < 5; count++) {
    story.wait(second)
    await story.run(message)
  }
  await story.pass(chooseSize({ quick: 2 * hour, thorough: day }) + 30 * minute) // it is looked at each hour
  expect([story.requests, (await story.readDue()).length]).toEqual([[], 1])
  await story.changeWebhook(id, { suspended_at: undefined })
  await story.pass(hour)
  expect(await story.readDelivery(message)).toMatchObject({ status: 'delivered', attempts: [{}] })
})

test('an expired delivery, or one without its event, is dropped', async () => {
  const { id } = await story.hook()
  const [old, empty] = [await story.draft(id), await story.draft(id)]
  const { event_id } = await story.readDelivery(empty)
  await deleteRow(story.table, keys.webhookEvent(story.companyId, event_id))
  await story.run(empty)
  expect(await story.readDelivery(empty)).toMatchObject({ status: 'failed', attempts: [] })
  story.wait(31 * day)
  await story.run(old)
  expect([story.requests, story.queue.waiting]).toEqual([[], []])
})

test('the previous secret signs, too, until its time is over', async () => {
  const id = `whk_${makeUlid(noon)}`
  const secret = await testVault.seal(makeSecret('b'), `${story.companyId}/${id}`)
  const previous = await testVault.seal(makeSecret('a'), `${story.companyId}/${id}`)
  await story.hook({ id, secret, previous_secret: { secret: previous, until: noon + day } })
  await story.run(await story.draft(id))
  story.wait(day)
  await story.run(await story.draft(id))
  const [first, second] = story.requests
  if (!first || !second) throw new Error('two are sent')
  for (const letter of ['a', 'b']) verify(makeSecret(letter), first, noon)
  verify(makeSecret('b'), second, noon + day)
  expect(() => verify(makeSecret('a'), second, noon + day)).toThrow('No matching signature')
})

test('a secret that cannot be opened makes only its message come again, and blocks no place', async () => {
  const [broken, healthy] = [await story.hook({ secret: 'sealed elsewhere' }), await story.hook()]
  const messages = [await story.draft(broken.id), await story.draft(healthy.id)]
  expect(await story.run(...messages)).toEqual([
    { index: 0, error: expect.objectContaining({ message: expect.anything() }) },
  ])
  expect(await story.readWebhook(broken.id)).not.toHaveProperty('lease_0')
  expect(story.requests).toHaveLength(1)
  expect(await story.readDelivery(messages[0] as DeliveryMessage)).toMatchObject({ status: 'pending', attempts: [] })
})

test('units: 6 for a delivery that succeeds, 4 for each that follows in a batch', async () => {
  const { id } = await story.hook()
  const first = await story.draft(id)
  expect(await measureCharge(story.table, () => story.run(first))).toEqual({ units: 3 * 1 + 3, calls: 6 })
  const ten = await Promise.all(Array.from({ length: 10 }, () => story.draft(id)))
  const charge = 1 + 10 * 4 + 1
  expect(await measureCharge(story.table, () => story.run(...ten))).toEqual({ units: charge, calls: charge })
})
