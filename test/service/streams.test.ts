import { join } from 'node:path'
import { makeRandom } from '../../bench/seed'
import { keys } from '../../functions/store/table/schema'
import { makeUlid } from '../../functions/store/time/ulids'
import type { Disturb } from '../../local/events/event-bus'
import { writeServiceInfo } from '../../local/service-info'
import type { Call } from '../support/client'
import { runInventory } from '../support/command'
import { waitFor, waitWhilePassing } from '../support/eventually'
import { useFolder } from '../support/folder'
import { askLocal, listFailures } from '../support/local-pages'
import { makeLogRow } from '../support/log-rows'
import { type SignedIn, signInAs } from '../support/people'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { type Customer, createCompanyWithKey, createKey, startTestService, useService } from '../support/service'
import { chooseSize } from '../support/size'
import { type Course, runSkewedWriters } from '../support/skewed-writers'
import { readTestStack } from '../support/stack'

// From the table's stream, as the template says: to the bus, events of the feed, once or more often; then to mails.

const options = { events: true, workersPerFunction: 2, signIn: { port: 0 } }
const service = useService(() => startTestService(readTestStack(), options))
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

test('a row that cannot be read, and an event that the bus never takes, fail alone; both can be replayed', async () => {
  disturb((detail) => (detail.includes('"sku":"BAD"') ? { code: 'MalformedDetail' } : null))
  await createItems('A', 'BAD')
  const at = service.now() + 10
  const key = keys.log(customer.company.id, makeUlid(at), 0)
  await putRows(service.rows, [{ ...makeLogRow(customer.company.id, { at }), ...key, after: '["no item"]' }])
  await createItems('C')
  await waitFor(async () => listSkus().includes('C'))
  const [bad, poisoned] = await waitFor(async () => {
    const failures = await listOwnFailures()
    return failures.length === 2 && failures
  })
  expect(poisoned).toMatchObject({ event: key, error: { errorMessage: expect.stringContaining('in place of') } })
  expect(listSkus()).toEqual(['A', 'C'])
  const replay = () => service.invoke('PublishEvents', bad?.event ?? {})
  expect(await replay()).toMatchObject({ error: { errorMessage: expect.stringContaining('MalformedDetail') } })
  disturb(() => null)
  expect(await replay()).toEqual({ result: { batchItemFailures: [] } })
  await waitFor(async () => listSkus().includes('BAD'))
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

// Mails: from a change, through routes, stream, queue, functions and SES.

const minute = 60_000
const visibilityMs = 7 * minute
const folder = useFolder()
const info = join(folder, 'service.json')
beforeAll(() => writeServiceInfo(info, service))

async function signInForAlerts(role: 'viewer' | 'owner') {
  service.setTime(0) // the provider's clock is the machine's
  const person = await signInAs(service, customer, role)
  expect((await person.call('PUT', `/people/${person.id}`, { alerts: 'low_stock' })).status).toBe(200)
  return person
}

const findMails = ({ email }: SignedIn) => service.mailbox.mails.filter(({ to }) => to === email)
const addLow = (sku: string) => customer.client.createItem({ name: `Item ${sku}`, sku, quantity: 1, reorder_point: 5 })

test('what becomes low is mailed after five minutes, with links to the dashboard', async () => {
  const viewer = await signInForAlerts('viewer')
  const begun = Date.now()
  service.setTime(begun)
  await Promise.all(['A', 'B', 'C'].map(addLow))
  const [mail] = await waitWhilePassing(
    service,
    minute / 4,
    async () => findMails(viewer).length > 0 && findMails(viewer),
  )
  expect(mail).toMatchObject({
    from: 'alerts@example.com',
    subject: 'Test: 3 items are low on stock',
    headers: { 'List-Unsubscribe': `<${service.baseUrl}/dashboard/settings/alerts>` },
  })
  for (const part of [mail?.text, mail?.html]) expect(part).toContain(`${service.baseUrl}/dashboard/orders/reorder`)
  expect((mail?.at ?? 0) - begun).toBeGreaterThanOrEqual(5 * minute)
  service.setTime(service.now() + 60 * minute)
  expect(findMails(viewer)).toHaveLength(1)
  expect(service.logs.join('\n')).not.toContain(viewer.email)
})

test.each(chooseSize({ quick: ['away'], thorough: ['away', { error: 'MessageRejected' }] } as const))(
  'a mail that SES does not take (%j) ends in the queue of failures, and a replay sends it',
  async (trouble) => {
    const [viewer, colleague] = [await signInForAlerts('viewer'), await signInForAlerts('owner')]
    service.mailbox.disturb = (to) => (to === viewer.email ? trouble : null)
    await addLow('A')
    await waitWhilePassing(service, visibilityMs / 20, async () => (await listFailures(service)).length > 0)
    service.mailbox.disturb = () => null
    expect(await listFailures(service)).toMatchObject([
      { function: expect.stringContaining('SendAlerts'), event: { people: [viewer.id] }, attempts: 3 },
    ])
    expect([(await runInventory(['failures', 'replay', '--info', info])).status, findMails(viewer).length]).toEqual([
      0, 1,
    ])
    expect(findMails(colleague)).toHaveLength(1)
  },
)
