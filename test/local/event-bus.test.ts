import { makeRandom } from '../../bench/seed'
import { keys } from '../../functions/store/schema'
import { makeUlid } from '../../functions/store/ulids'
import type { Disturb } from '../../local/events/event-bus'
import { type EventPattern, matchesPattern } from '../../local/events/event-pattern'
import type { Call } from '../support/client'
import { waitFor } from '../support/eventually'
import { askLocal, listFailures } from '../support/local-pages'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { type Customer, createCompanyWithKey, createKey, startTestService, useService } from '../support/service'
import { type Course, runSkewedWriters } from '../support/skewed-writers'
import { readTestStack } from '../support/stack'

// From the table's stream to the bus, as the template says: the events are those of the feed, once or more often.

const service = useService(() => startTestService(readTestStack(), { events: true }))
let customer: Customer
beforeEach(async () => {
  customer = await createCompanyWithKey(service)
})
afterEach(() => disturb(() => null))

const bus = () => {
  if (!service.bus) throw new Error('the template has a bus')
  return service.bus
}
const disturb = (how: Disturb) => {
  bus().disturb = how
}

type Detail = { id: string; type: string; company_id: string; data: { object: { sku: string } } }

/** What the bus has of the company. */
const listDetails = (companyId = customer.company.id): Detail[] =>
  bus()
    .events.map(({ event }) => event.detail as Detail)
    .filter(({ company_id }) => company_id === companyId)
const listSkus = () => [...new Set(listDetails().map(({ data }) => data.object.sku))]

const createItems = async (...skus: string[]) => {
  for (const sku of skus) {
    service.setTime(service.now() + 1_000)
    await customer.client.createItem({ name: 'Item', sku, quantity: 1, reorder_point: 2 })
  }
}

async function readFeed(): Promise<Detail[]> {
  service.setTime(service.now() + 60_000)
  const events: Detail[] = []
  for await (const event of customer.client.events({ follow: false })) events.push(event as unknown as Detail)
  return events
}

/** Until the bus has every event of the feed. Returns what the bus has of them. */
async function waitForAll(): Promise<Detail[]> {
  const feed = await readFeed()
  const ids = new Set(feed.map(({ id }) => id))
  await waitFor(async () => {
    const there = new Set(listDetails().map(({ id }) => id))
    return [...ids].every((id) => there.has(id))
  })
  const details = listDetails()
  const byId = new Map(feed.map((event) => [event.id, event]))
  for (const { company_id, ...event } of details) {
    expect(event).toEqual(byId.get(event.id)) // a duplicate has the same id, and the same body
    expect(company_id).toBe(customer.company.id)
  }
  return details
}

type Failure = { event: { pk: string; sk: string }; error: { errorMessage: string } }
const listOwnFailures = async () =>
  (await listFailures<Failure>(service)).filter(({ event }) => event?.pk === keys.log(customer.company.id, '', 0).pk)
const waitForFailure = () => waitFor(async () => (await listOwnFailures())[0] ?? null)

rehearse('the bus has what the feed has, each event once where nothing fails', async () => {
  await createItems('A', 'B')
  await customer.client.createTransactions({ type: 'receive', sku: 'A', quantity: 5 })
  await customer.client.createSnapshot()
  const details = await waitForAll()
  expect(details.map(({ type }) => type)).toEqual([
    ...['item.created', 'item.low_stock', 'item.created', 'item.low_stock'],
    ...['item.stock_changed', 'item.restocked', 'snapshot.created'],
  ])
  const { body: shown } = await askLocal(service, 'events')
  expect(shown).toMatchObject({ bus: bus().name })
  expect(shown).toHaveProperty('data.0', expect.objectContaining({ rules: [] }))
  expect(shown).toHaveProperty('data.0.event.detail.type', 'snapshot.created')
})

test('while the bus is away, for an hour, changes wait; nothing is lost', async () => {
  disturb(() => 'away')
  await createItems('A', 'B')
  for (let minute = 0; minute < 60; minute++) service.setTime(service.now() + 60_000)
  await createItems('C')
  expect(listDetails()).toEqual([])
  disturb(() => null)
  await waitForAll()
  expect(listSkus()).toEqual(['A', 'B', 'C'])
  expect(await listOwnFailures()).toEqual([])
})

test('a poisoned row is kept by its key, and holds nothing up', async () => {
  await createItems('A')
  const at = service.now() + 10
  const { company } = customer
  const key = keys.log(company.id, makeUlid(at), 0)
  const poisoned = { ...makeLogRow(company.id, { at }), ...key, after: '["no item"]' }
  await putRows(service.rows, [poisoned])
  service.setTime(service.now() + 1_000)
  await createItems('B')
  await waitFor(async () => listSkus().includes('B'))
  const failure = await waitForFailure()
  expect(failure.event).toEqual(key)
  expect(failure.error.errorMessage).toContain('in place of')
})

test('an event that the bus never takes fails alone, and is replayed once it does', async () => {
  disturb((detail) => (detail.includes('"sku":"BAD"') ? { code: 'MalformedDetail' } : null))
  await createItems('A', 'BAD', 'C')
  const failure = await waitForFailure()
  await waitFor(async () => listSkus().includes('C'))
  expect(listSkus()).toEqual(['A', 'C'])
  expect(await service.invoke('PublishEvents', failure.event)).toMatchObject({
    error: { errorMessage: expect.stringContaining('MalformedDetail') },
  })
  disturb(() => null)
  expect(await service.invoke('PublishEvents', failure.event)).toEqual({ result: { batchItemFailures: [] } })
  await waitForAll()
})

test('what is older than 20 hours is given up, with its place', async () => {
  let attempts = 0
  disturb(() => {
    attempts += 1
    return 'away'
  })
  await createItems('A')
  await waitFor(async () => attempts > 0)
  service.setTime(service.now() + 21 * 3_600_000)
  const kept = await waitFor(async () => {
    const failures = await listFailures<{ body?: string }>(service)
    return failures.find(({ body = '' }) => String(body).includes('RecordAgeExceeded')) ?? null
  })
  expect(JSON.parse(String(kept.body)).DDBStreamBatchInfo).toMatchObject({ shardId: expect.any(String), batchSize: 1 })
})

/** Some entries are taken, and the functions that run end before they know: always those of the first entry. */
function killAtRandom(chance: number): { stop: () => Promise<number> } {
  const random = makeRandom(chooseSeed())
  const kills: Promise<void>[] = []
  disturb(() => {
    if (kills.length === 0 || random() < chance) kills.push(service.killFunctions())
    return null
  })
  const stop = async () => {
    await waitFor(async () => kills.length > 0) // the stream may not have been read yet
    disturb(() => null)
    return (await Promise.all(kills)).length
  }
  return { stop }
}

/** Creates items one after another, each until it is answered. Returns how many. */
async function writeItems(call: Call, prefix: string, count: number): Promise<number> {
  for (let n = 0; n < count; n++) {
    const item = { name: 'Item', sku: `${prefix}${n}`, quantity: 0, reorder_point: n % 2 }
    const key = { 'Idempotency-Key': item.sku }
    await waitFor(async () => (await call('POST', '/items', item, key)).status === 201)
  }
  return count
}

/** Each returns how many changes it has made. */
const writers = {
  'of items at full speed': ({ count }: Course) =>
    Promise.all(
      ['A', 'B', 'C'].map(async (prefix) => {
        const { call } = await createKey(service, customer.company.id, 'enterprise')
        return writeItems(call, prefix, count)
      }),
    ),
  'whose clocks differ, and whose commits are late': (course: Course) =>
    runSkewedWriters(service.rows, customer.company.id, course),
}

rehearse.each(Object.entries(writers))(
  '3 writers %s, functions killed: the bus has each event, and duplicates are equal',
  async (_, write) => {
    service.setTime(0)
    const kills = killAtRandom(0.01)
    const written = await write({ count: 300, random: makeRandom(chooseSeed()) })
    const ended = await kills.stop()
    const details = await waitForAll()
    const changes = written.reduce((sum, count) => sum + count, 0)
    const ids = new Set(details.map(({ id }) => id))
    process.stderr.write(`${changes} changes, ${ids.size} events, ${details.length} on the bus, ${ended} kills\n`)
    expect(ids.size).toBe((await readFeed()).length)
    if (write === writers['of items at full speed']) expect(listSkus()).toHaveLength(changes)
    expect(await listOwnFailures()).toEqual([])
  },
)

// The patterns of rules.

const event = { source: 'inventory', detail: { type: 'item.low_stock', tags: ['a', 'b'], stock: { quantity: 3 } } }

test.each<[string, EventPattern, boolean]>([
  ['an exact value', { source: ['inventory'] }, true],
  ['one of several', { source: ['aws.ec2', 'inventory'] }, true],
  ['another value', { source: ['aws.ec2'] }, false],
  ['a field within', { detail: { type: ['item.low_stock'] } }, true],
  ['two fields, one of which differs', { source: ['inventory'], detail: { type: ['item.created'] } }, false],
  ['a value in a list', { detail: { tags: ['b'] } }, true],
  ['a prefix', { detail: { type: [{ prefix: 'item.' }] } }, true],
  ['another prefix', { detail: { type: [{ prefix: 'order.' }] } }, false],
  ['a suffix', { detail: { type: [{ suffix: '_stock' }] } }, true],
  ['without case', { source: [{ 'equals-ignore-case': 'INVENTORY' }] }, true],
  ['anything but', { detail: { type: [{ 'anything-but': ['item.created'] }] } }, true],
  ['anything but it', { detail: { type: [{ 'anything-but': 'item.low_stock' }] } }, false],
  ['a field that is there', { detail: { type: [{ exists: true }] } }, true],
  ['a field that is not there', { detail: { other: [{ exists: true }] } }, false],
  ['a field that must not be there', { detail: { other: [{ exists: false }] } }, true],
  ['a field within one that is not there', { none: { other: [{ exists: false }] } }, true],
  ['a number in a range', { detail: { stock: { quantity: [{ numeric: ['>=', 1, '<', 5] }] } } }, true],
  ['a number out of a range', { detail: { stock: { quantity: [{ numeric: ['>', 3] }] } } }, false],
])('%s: %j is %s', (_, pattern, expected) => {
  expect(matchesPattern(pattern, event)).toBe(expected)
})

test('a comparison that it does not know is an error, not a match', () => {
  expect(() => matchesPattern({ source: [{ wildcard: 'inv*' }] }, event)).toThrow('"wildcard"')
})
