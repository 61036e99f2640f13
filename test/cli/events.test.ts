import type { ChildProcess } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { collectPages } from '../../functions/store/table/table'
import { readDeliveryPages } from '../../functions/store/webhooks/delivery-row'
import { expectRefused, parseLines, runInventory, startInventory, useTools } from '../support/command'
import { waitFor } from '../support/eventually'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService } from '../support/service'
import { listAccess, useSpreadsheets } from '../support/spreadsheet'
import { readTestStack } from '../support/stack'
import { putWebhook } from '../support/webhooks'

// Events: printed and followed, put on the bus again, and heard as a webhook hears them.

const { service, client, customer, access, run } = useSpreadsheets('events')
const { info } = useTools(service)
beforeEach(() => service.setTime(Date.now()))
/** The time of the service goes on by so many seconds. */
const pass = (seconds: number) => service.setTime(service.now() + seconds * 1_000)

async function createItem(sku: string) {
  await client.createItem({ name: 'Item', sku })
  pass(16)
}

test('it prints lines of JSON, and where to go on', async () => {
  await createItem('A')
  const first = await run()
  expect([first.status, parseLines(first.stdout).map(({ type }) => type)]).toEqual([0, ['item.created']])
  const [, cursor = ''] = /--after (\S+)/.exec(first.stderr) ?? []
  await createItem('B')
  const second = await run('--after', cursor)
  expect(parseLines(second.stdout).map(({ data }) => data.object.sku)).toEqual(['B'])
  expect((await run('--types', 'order.*')).stdout).toBe('')
})

rehearse('it follows, and ends cleanly', async () => {
  await createItem('A')
  const { child, told, ended } = startInventory(['events', '--follow'], listAccess(access()))
  await waitFor(async () => told.stdout.endsWith('\n'))
  expect(parseLines(told.stdout)).toMatchObject([{ type: 'item.created' }])
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(told.stderr).toMatch(/^To go on from here: --after \S+\n$/)
})

test.each([
  [['--types', 'item.sold'], "The 'types' field must be one or more of"],
  [['--after', 'nonsense'], 'must be a cursor that the service gave out'],
])('%j: what the service refuses is a clear error', async (args, reason) => {
  await expectRefused(run(...args), reason, 1)
})

// The service has a stream that nobody reads: as after a disaster.
const formatNow = () => new Date(service.now()).toISOString()
const republish = (...args: string[]) => runInventory(['events', 'republish', '--info', info, ...args])
type Detail = { company_id: string; type: string; id: string }
const listDetails = (companyId: string) =>
  (service.bus?.events ?? []).map(({ event }) => event.detail as Detail).filter((each) => each.company_id === companyId)

test('it puts what has happened since on the bus, with the ids of the feed, and queues deliveries; run again, these once', async () => {
  const { company } = customer
  const hook = await putWebhook(service.rows, company.id, 'https://receiver.example/', { events: ['item.low_stock'] })
  await client.createItem({ name: 'Item', sku: 'BEFORE', quantity: 1, reorder_point: 2 })
  pass(60)
  const since = formatNow()
  await client.createItem({ name: 'Item', sku: 'A', quantity: 1, reorder_point: 2 })
  const imported = { ...makeLogRow(company.id, { at: service.now() + 1 }), imported: true }
  await putRows(service.rows, [imported])
  const { status, stdout } = await republish('--since', since, '--company', company.id, '--json')
  expect([status, JSON.parse(stdout)]).toEqual([0, { companies: 1, rows: 1, failed: 0 }])
  const details = listDetails(company.id)
  expect(details.map(({ type }) => type)).toEqual(['item.created', 'item.low_stock'])
  pass(60)
  const feed = await client.listEvents({ since: new Date(Date.parse(since) - 1).toISOString(), types: 'item.*' })
  expect(feed.data.slice(0, 2).map(({ id }) => id)).toEqual(details.map(({ id }) => id))
  await republish('--since', since, '--company', company.id)
  expect(listDetails(company.id).map(({ id }) => id)).toEqual([...details, ...details].map(({ id }) => id))
  const deliveries = await collectPages(readDeliveryPages(service.rows, company.id, hook.id))
  expect(deliveries.map(({ type, status }) => [type, status])).toEqual([['item.low_stock', 'pending']])
})

rehearse('without a company, it takes all', async () => {
  const companies = [customer, await createCompanyWithKey(service, 'starter')]
  const since = formatNow()
  for (const { client } of companies) await client.createItem({ name: 'Item', sku: 'A' })
  expect((await republish('--since', since)).status).toBe(0)
  for (const { company } of companies) expect(listDetails(company.id)).toHaveLength(1)
})

test('a row that cannot be read is named, and the exit status is 1', async () => {
  const { company } = customer
  const since = formatNow()
  const row = makeLogRow(company.id, { at: service.now() })
  await putRows(service.rows, [{ ...row, after: 'no JSON' }])
  pass(1)
  await client.createItem({ name: 'Item', sku: 'A' })
  const { status, stderr, stdout } = await republish('--since', since, '--company', company.id, '--json')
  expect([status, JSON.parse(stdout)]).toEqual([1, { companies: 1, rows: 2, failed: 1 }])
  expect(stderr).toContain(`LOG#${company.id} ${row.sk}: `)
  expect(listDetails(company.id)).toHaveLength(1)
})

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const event = { id: 'evt_1', type: 'item.low_stock', data: { object: null, previous: {} } }

const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

/** Starts it at a free port. `printed`: the first events that it prints, once there are so many. */
async function start(args: string[], env: { [name: string]: string } = {}) {
  const { child, told, ended } = startInventory(['listen', '--port', '0', ...args], env)
  started.push(child)
  const url = await waitFor(async () => /Listening on (\S+\/)/.exec(told.stderr)?.[1] ?? null)
  const printed = async (count: number) => {
    await waitFor(async () => told.stdout.split('\n').length > count)
    return parseLines(told.stdout)
  }
  const stop = () => {
    child.kill('SIGINT')
    return ended
  }
  return { told, ended, url, printed, stop }
}

function send(url: string, body: string, signedBy = secret): Promise<Response> {
  const now = new Date() // once: two could be in two seconds
  const signature = new Webhook(signedBy).sign('evt_1', now, body)
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  return fetch(url, { method: 'POST', headers, body })
}

test('with a secret: it prints what is signed by it, refuses the rest with the reason, and ends at Ctrl-C', async () => {
  const { told, url, printed, stop } = await start([], { INVENTORY_WEBHOOK_SECRET: secret })
  const statuses = [
    await send(url, JSON.stringify(event)),
    await send(url, '{}', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'),
  ]
  statuses.push(await fetch(url, { method: 'POST', body: '{}' }), await fetch(url), await send(url, 'no'))
  statuses.push(await send(url, ' '.repeat(1_100_000)))
  expect(statuses.map(({ status }) => status)).toEqual([204, 400, 400, 405, 400, 413])
  expect(await printed(1)).toEqual([event])
  expect(await stop()).toEqual([0, null])
  expect(told.stderr.trim().split('\n').slice(1)).toEqual([
    'Refused: No signature matches: the secret is another one, or the body is not as it was sent.',
    'Refused: The header webhook-id is missing.',
    'Refused: The body is no JSON.',
    'Refused: The body is too long for an event.',
  ])
})

test('--count ends it, when the last event is answered', async () => {
  const { url, ended, printed } = await start(['--secret', secret, '--count', '2'])
  const events = ['evt_1', 'evt_2'].map((id) => ({ ...event, id }))
  for (const [index, each] of events.entries()) {
    expect((await send(url, JSON.stringify(each))).status).toBe(204)
    expect(await printed(index + 1)).toEqual(events.slice(0, index + 1))
  }
  expect(await ended).toEqual([0, null])
})

rehearse('without a secret, it has a webhook while it runs, and prints what happens; the scope is needed', async () => {
  const live = await startTestService(readTestStack(), { events: true })
  live.setTime(0) // the command goes by the machine's clock
  try {
    const { client, secret: key } = await createCompanyWithKey(live, 'enterprise', ['read', 'write', 'webhooks'])
    const options = ['--base-url', live.baseUrl, '--events', 'item.created']
    const { told, url, printed, stop } = await start(options, { INVENTORY_API_KEY: key })
    expect((await client.listWebhooks()).data).toEqual([
      expect.objectContaining({ url, events: ['item.created'], description: 'npx inventory listen' }),
    ])
    const { id } = await client.createItem({ name: 'Bolt', sku: 'BOLT' })
    expect(await printed(1)).toMatchObject([{ type: 'item.created', data: { object: { id } } }])
    expect(await stop()).toEqual([0, null])
    expect([told.stderr.trim().split('\n').length, (await client.listWebhooks()).data]).toEqual([1, []])
    const lesser = await createCompanyWithKey(live, 'enterprise', ['read', 'write'])
    const args = ['listen', '--port', '0', '--base-url', live.baseUrl, '--key', lesser.secret]
    await expectRefused(runInventory(args), 'A key with the scope webhooks is needed', 1)
  } finally {
    await live.stop()
  }
})

rehearse('a port that is in use', async () => {
  const { url, stop } = await start(['--secret', secret])
  const second = runInventory(['listen', '--secret', secret, '--port', new URL(url).port])
  await expectRefused(second, 'is in use: choose another --port')
  await stop()
})
