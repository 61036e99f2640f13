import { formatEvent } from '../../functions/contract/event'
import { combineReports, type RowToPublish } from '../../functions/operations/log/publish-rows'
import { makeDeliveryId, queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import { toEvents } from '../../functions/store/log/events'
import type { LogRow } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/table/schema'
import { makeUlid } from '../../functions/store/time/ulids'
import { readDeliveryPages } from '../../functions/store/webhooks/delivery-row'
import { recordAttempt } from '../../functions/store/webhooks/delivery-writes'
import { findEventBody } from '../../functions/store/webhooks/webhook-event-row'
import { measureCharge } from '../support/capacity'
import { makeDyingTable } from '../support/dying'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { noon, useTable } from '../support/table'
import { putWebhook, TestQueue } from '../support/webhooks'

// What becomes of a batch of the stream: deliveries and messages.

const engine = useTable()
let companyId: string
let queue: TestQueue
beforeEach(() => {
  engine.setTime(noon)
  companyId = `cmp_${makeUlid(noon)}`
  queue = new TestQueue(() => engine.table.now())
})

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const hook = (fields = {}) => putWebhook(engine.table, companyId, 'https://receiver.example/', fields)
const makeRow = (n = 0, owner = companyId) => makeLogRow(owner, { at: noon + n, item: `itm_${n}` })
const run = (rows: (LogRow | Error)[], table = engine.table) =>
  queueDeliveries(
    table,
    rows.map((row): RowToPublish => ({ row })),
    queue.send,
  )
const fine = { failed: [], untaken: null, lastError: '' }
/** A queue that does not answer. */
const away = () => Promise.reject(new Error('away'))

async function readDeliveries(webhookId: string) {
  const rows = []
  for await (const page of readDeliveryPages(engine.table, companyId, webhookId)) rows.push(...page)
  return rows
}

test('each event once for each webhook that wants it, suspended or not, and each body once', async () => {
  const wanting = [await hook(), await hook({ events: ['item.*'] }), await hook({ suspended_at: noon })]
  const none = [await hook({ events: ['order.*'] }), await hook({ status: 'disabled' })]
  const row = makeRow()
  expect(await run([row, makeRow(1)])).toEqual(fine)
  const [event] = toEvents(row)
  if (!event) throw new Error('a row has an event')
  for (const { id } of wanting) {
    const deliveries = await readDeliveries(id)
    const ids = deliveries.map((each) => each.id)
    expect(ids.toSorted().reverse()).toEqual(ids)
    expect(deliveries).toHaveLength(2)
    expect(deliveries.find(({ event_id }) => event_id === event.id)).toMatchObject({
      id: makeDeliveryId(event.id, id),
      type: event.type,
      status: 'pending',
      attempts: [],
      next_attempt: noon,
      queued_at: noon,
    })
  }
  for (const { id } of none) expect(await readDeliveries(id)).toEqual([])
  expect(queue.sent).toHaveLength(6)
  const body = await findEventBody(engine.table, companyId, event.id)
  expect(JSON.parse(body ?? '')).toEqual(JSON.parse(JSON.stringify(formatEvent(event))))
})

test('an id has the time of its event, and the form of an id', () => {
  const event = `evt_${makeUlid(noon)}000`
  const [one, other] = ['whk_1', 'whk_2'].map((id) => makeDeliveryId(event, id))
  expect(one).toMatch(/^dlv_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(one?.slice(4, 14)).toBe(event.slice(4, 14))
  expect(makeDeliveryId(event, 'whk_1')).toBe(one)
  expect(other).not.toBe(one)
})

test('a row that comes again makes nothing new; what was attempted is left alone', async () => {
  const { id } = await hook()
  const row = makeRow()
  await run([row])
  const [delivery] = await readDeliveries(id)
  if (!delivery) throw new Error('there is one')
  const attempt = { at: '', status_code: 500, milliseconds: 1, error: 'status 500', response: '' }
  const recorded = { attempt, status: 'pending', nextAttempt: noon + 5 * second, isLater: false } as const
  const place = { companyId, webhookId: id, id: delivery.id }
  expect(await recordAttempt(engine.table, place, delivery, recorded)).toBe(true)
  await run([row])
  expect(await readDeliveries(id)).toHaveLength(1)
  expect(queue.sent).toHaveLength(1)
})

test('killed between the row and the message, the row that comes again sends it', async () => {
  for (let nth = 1, died = true; died; nth++) {
    companyId = `cmp_${makeUlid(noon)}`
    queue.sent = []
    const { id } = await hook()
    const row = makeRow()
    const { untaken } = await run([row], makeDyingTable(engine.table, nth, { arrives: true }))
    died = untaken !== null
    if (died) expect(await run([row])).toEqual(fine)
    expect([nth, (await readDeliveries(id)).length, queue.sent.length]).toEqual([nth, 1, 1])
  }
})

test('a queue that takes only some, is away, or answers no JSON leaves the rows: they come again', async () => {
  const { id } = await hook()
  const rows = [makeRow(0), makeRow(1), makeRow(2)]
  const published = rows.map((row) => ({ row }))
  const picky = await queueDeliveries(engine.table, published, async (messages) => [messages.length - 1])
  expect(picky).toEqual({ failed: [], untaken: 2, lastError: 'the queue has not taken all messages' })
  expect(await queueDeliveries(engine.table, published, away)).toMatchObject({ untaken: 0, lastError: 'Error: away' })
  const garbled = () => Promise.reject(new SyntaxError('Unexpected end of JSON input'))
  expect(await queueDeliveries(engine.table, published, garbled)).toMatchObject({ failed: [], untaken: 0 })
  expect(await readDeliveries(id)).toHaveLength(3)
})

rehearse('a queue that is away for a while has no row taken, however old its deliveries get', async () => {
  await hook()
  const row = makeRow()
  for (let at = noon; at < noon + 10 * minute; at += 7 * second) {
    engine.setTime(at)
    expect([at, (await queueDeliveries(engine.table, [{ row }], away)).untaken]).toEqual([at, 0])
  }
  expect(await run([row])).toEqual(fine)
  expect(queue.sent).toHaveLength(1)
})

test('killed after any call that sends an old message again, the row that comes again sends it', async () => {
  for (let nth = 1, died = true; died; nth++) {
    engine.setTime(noon)
    companyId = `cmp_${makeUlid(noon)}`
    await hook()
    const row = makeRow()
    await queueDeliveries(engine.table, [{ row }], async () => [0])
    queue.sent = []
    engine.setTime(noon + 20 * second)
    died = (await run([row], makeDyingTable(engine.table, nth, { arrives: true }))).untaken !== null
    engine.setTime(noon + 35 * second)
    if (died) expect(await run([row])).toEqual(fine)
    expect([nth, queue.sent.length > 0]).toEqual([nth, true])
  }
})

rehearse('while the bus is away for 20 hours, a message that nobody handles is sent ever more seldom', async () => {
  await hook()
  const row = makeRow()
  // A batch comes again each minute at least.
  const pause = (passed: number) => (passed < 20 * minute ? 5 * second : minute)
  for (let passed = 0; passed < 20 * hour; passed += pause(passed)) {
    engine.setTime(noon + passed)
    await run([row])
  }
  expect(queue.sent.length).toBeGreaterThan(10)
  expect(queue.sent.length).toBeLessThan(40)
})

test('two that find the same old message at once send it again, and do not wait for each other', async () => {
  const { id } = await hook()
  const row = makeRow()
  await run([row])
  queue.sent = []
  engine.setTime(noon + minute)
  await Promise.all([run([row]), run([row])])
  const [delivery] = await readDeliveries(id)
  expect(delivery?.queued_at).toBe(noon + minute)
  expect(queue.sent.length).toBeLessThanOrEqual(2)
})

test('nothing from before the webhook, but for the difference of clocks, and nothing older than deliveries are kept', async () => {
  const early = await hook({ created_at: new Date(noon + 5 * second).toISOString() })
  const late = await hook({ created_at: new Date(noon + 5 * second + 1).toISOString() })
  await run([makeRow()])
  expect([(await readDeliveries(early.id)).length, (await readDeliveries(late.id)).length]).toEqual([1, 0])
  const old = await hook()
  engine.setTime(noon + 30 * day + 1)
  await run([makeRow(0)])
  expect(await readDeliveries(old.id)).toEqual([])
})

test('a row that cannot be read fails alone', async () => {
  const { id } = await hook()
  const rows = [new Error('no row'), { ...makeRow(1), after: '["no item"]' }, makeRow(2)]
  const { failed, untaken } = await run(rows)
  expect([failed.map(({ index }) => index), untaken]).toEqual([[0, 1], null])
  expect(await readDeliveries(id)).toHaveLength(1)
})

test('a webhook that cannot be read fails its company’s rows, and nobody else’s', async () => {
  const other = `cmp_${makeUlid(noon)}`
  const { id } = await putWebhook(engine.table, other, 'https://receiver.example/')
  await putRows(engine.table, [{ ...keys.webhook(companyId, 'whk_damaged'), url: 7 }])
  const { failed, untaken } = await run([makeRow(0), makeRow(1, other)])
  expect([failed.map(({ index }) => index), untaken]).toEqual([[0], null])
  expect(queue.sent.map(({ webhook_id }) => webhook_id)).toEqual([id])
})

test('two outcomes: what one of both must have again, both have again; a poisoned row is told once', () => {
  const [error, other] = [new Error('one'), new Error('other')]
  const one = { failed: [{ index: 0, error }], untaken: null, lastError: '' }
  expect(combineReports(one, { failed: [{ index: 0, error: other }], untaken: null, lastError: '' })).toEqual(one)
  const failed = [
    { index: 1, error },
    { index: 5, error },
  ]
  expect(combineReports({ ...one, untaken: 4, lastError: 'a' }, { failed, untaken: 3, lastError: 'b' })).toEqual({
    failed: [
      { index: 0, error },
      { index: 1, error },
    ],
    untaken: 3,
    lastError: 'a; b',
  })
  const untaken = { failed: [], untaken: 1, lastError: 'b' }
  expect(combineReports(fine, { ...untaken, failed })).toEqual(untaken)
})

test('units: one for a batch; two more for an event and a webhook, and one for each more webhook', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => makeRow(n))
  expect(await measureCharge(engine.table, () => run(rows))).toEqual({ units: 1, calls: 1 })
  expect(queue.sent).toEqual([])
  await hook()
  expect(await measureCharge(engine.table, () => run([makeRow(0), makeRow(1)]))).toEqual({ units: 1 + 4, calls: 5 })
  await hook()
  await hook()
  expect(await measureCharge(engine.table, () => run([makeRow(2)]))).toEqual({ units: 1 + 1 + 3, calls: 5 })
})
