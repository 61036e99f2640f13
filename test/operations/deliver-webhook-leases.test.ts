import { deliver } from '../../functions/operations/webhooks/deliver'
import { DeliveryStory } from '../support/delivery-story'
import { makeDyingTable } from '../support/dying'
import { waitFor } from '../support/eventually'
import { rehearse } from '../support/rehearse'
import { noon } from '../support/table'
import { answerWith, makeDeliverer, visibilityMs } from '../support/webhooks'

// Messages that come twice, too early or many at once, and runs that die.

const story = new DeliveryStory()
const [second, minute] = [1_000, 60_000]

test('a message that comes twice makes one attempt, one after the other or at once', async () => {
  const { id, message } = await story.begin()
  await story.run(message, message)
  await story.run(message)
  expect(story.requests).toHaveLength(1)
  const other = await story.draft(id)
  await Promise.all([story.run(other), story.run(other)])
  await story.pass(minute)
  expect(story.requests).toHaveLength(2)
  expect((await story.readDelivery(other)).attempts).toHaveLength(1)
})

test('a message that comes too early waits', async () => {
  story.answer = answerWith(500)
  const { message } = await story.begin()
  await story.run(message)
  await story.run({ ...message, attempt: 1 })
  expect(story.requests).toHaveLength(1)
  await story.pass(5 * second)
  expect(story.requests).toHaveLength(2)
})

test('of a batch, what follows a failed attempt of the same webhook goes back; others are sent', async () => {
  const [failing, healthy] = [await story.hook(), await story.hook()]
  story.answer = (response, _, { headers }) =>
    response.writeHead(fails.has(String(headers['webhook-id'])) ? 500 : 200).end()
  const bad = [await story.draft(failing.id), await story.draft(failing.id), await story.draft(failing.id)]
  const good = [await story.draft(healthy.id), await story.draft(healthy.id)]
  const fails = new Set((await Promise.all(bad.map(story.readDelivery))).map(({ event_id }) => event_id))
  expect(await story.run(...bad, ...good)).toEqual([])
  expect(story.requests).toHaveLength(3)
  const back = story.queue.waiting.filter(({ message }) => message.turned_away === 1)
  expect(back.map(({ at }) => at - noon)).toEqual([2 * second, 2 * second])
  expect(await story.readWebhook(healthy.id)).not.toHaveProperty('lease_0')
})

/** Holds all answers until they are let go. */
function holdAnswers() {
  const held: (() => void)[] = []
  story.answer = (response) => held.push(() => response.writeHead(500).end())
  return {
    held,
    letGo: () => {
      for (const go of held.splice(0)) go()
    },
  }
}

test('five attempts of a webhook are in flight at most; the sixth waits', async () => {
  const { held, letGo } = holdAnswers()
  const { id } = await story.hook()
  const messages = await Promise.all(Array.from({ length: 9 }, () => story.draft(id)))
  const runs = messages.map((message) => story.run(message))
  await waitFor(async () => story.queue.waiting.length === 4 && held.length === 5)
  expect(Object.keys(await story.readWebhook(id)).filter((name) => name.startsWith('lease'))).toHaveLength(5)
  letGo()
  await Promise.all(runs)
  expect(await story.readWebhook(id)).toMatchObject({ failures: 5 })
  const others = story.queue.takeDue()
  expect(others).toEqual([])
  story.wait(2 * second)
  const careful = story.queue.takeDue().map((message) => story.run(message))
  const turnedAway = () => story.queue.waiting.filter(({ message }) => message.turned_away === 2)
  await waitFor(async () => held.length === 1 && turnedAway().length === 3)
  expect(turnedAway().map(({ at }) => at - story.table.now())).toEqual(Array(3).fill(3 * second)) // longer than at first
  letGo()
  await Promise.all(careful)
  expect(story.requests).toHaveLength(6)
})

test('a lease whose time is over is taken over', async () => {
  const dead = { until: noon, delivery_id: 'dlv_dead', holder: 'dead' }
  const leases = { lease_0: dead, lease_1: dead, lease_2: dead, lease_3: dead, lease_4: dead }
  const { message } = await story.begin({ ...leases, failures: 7 })
  await story.run(message)
  expect(await story.readDelivery(message)).toMatchObject({ status: 'delivered' })
})

rehearse.each([200, 500])(
  'killed between each two calls, with the answer %i: sent at least once, and as recorded',
  async (status) => {
    for (const arrives of [false, true]) {
      for (let nth = 1, died = true; died; nth++) {
        story.engine.setTime(noon)
        story.queue.waiting = []
        story.requests.length = 0
        const { id, message } = await story.begin()
        story.answer = (response, count) => response.writeHead(count === 0 ? status : 200).end()
        const dying = makeDeliverer(makeDyingTable(story.table, nth, { arrives }), story.queue)
        const undelivered = await deliver(dying, [message])
        died = undelivered.length > 0
        if (died) story.queue.waiting.push({ message, at: noon + visibilityMs })
        await story.pass(20 * minute)
        const { attempts, status: ended } = await story.readDelivery(message)
        expect([nth, arrives, ended, attempts.at(-1)?.status_code]).toEqual([nth, arrives, 'delivered', 200])
        expect(story.requests.length).toBeGreaterThanOrEqual(attempts.length)
        expect(story.requests.length).toBeLessThanOrEqual(attempts.length + 1)
        expect(await story.readWebhook(id)).not.toHaveProperty('lease_0')
        if (nth > 20) throw new Error('it never ends')
      }
    }
  },
)

test('killed before the next attempt was queued, the message that comes again queues it', async () => {
  story.answer = answerWith(500)
  const { message } = await story.begin()
  const away = async () => {
    throw new Error('the queue is away')
  }
  const [undelivered] = await deliver({ ...makeDeliverer(story.table, story.queue), queue: away }, [message])
  expect(undelivered?.error.message).toBe('the queue is away')
  expect([story.queue.waiting, (await story.readDelivery(message)).attempts.length]).toEqual([[], 1])
  story.wait(visibilityMs)
  await story.run(message)
  expect(story.queue.waiting).toEqual([{ message: { ...message, attempt: 1 }, at: story.table.now() }])
})
