import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { deleteWebhooks, suspendCompany } from '../../admin/companies/companies'
import { eraseCompany, setErasing } from '../../admin/companies/erase-company'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { writeBase } from '../../functions/catalogue/replica/base'
import { dayMs } from '../../functions/domain/time'
import { runCompanyJob } from '../../functions/operations/companies/company-jobs'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { deliver } from '../../functions/operations/webhooks/deliver'
import { queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { parseLogRow } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/table/schema'
import { deliveryTimeoutMs, jobTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/time/timing'
import { readWebhookRows } from '../../functions/store/webhooks/webhook-row'
import { changeRow } from '../support/damage'
import { interceptSends, makeDyingTable } from '../support/dying'
import { begun, ErasureStory } from '../support/erasure'
import { makeLatch } from '../support/latch'
import { scanTable } from '../support/scan'
import { renderJson } from '../support/shop'
import { noon } from '../support/table'
import { makeAttempt, putDelivery, putDue, putWebhooks } from '../support/webhook-rows'
import { makeDeliverer, makeSecret, TestQueue, testVault } from '../support/webhooks'

// What began before an erasure, and writes while it waits.

const story = new ErasureStory()
const { table } = story
const now = () => table.now()
afterEach(() => story.expectErased())

/** Begins a job that is registered. Returns what lets it do its work, and end. */
async function beginJob<Result>(companyId: string, work: () => Promise<Result>) {
  const [beginning, ending] = [makeLatch(), makeLatch()]
  const ended = runCompanyJob(table, { companyId, name: 'compact-catalogue' }, async () => {
    beginning.open()
    await ending.opened
    return work()
  })
  await beginning.opened
  return () => {
    ending.open()
    return ended
  }
}

test('it waits until the jobs that are running have ended, and deletes what they wrote', async () => {
  const { companyId } = story
  const write = () => writeBase(table, companyId, itemsSource)
  const [endFirst, endSecond] = [await beginJob(companyId, write), await beginJob(companyId, write)]
  const endOther = await beginJob(`${companyId}0`, async () => {})
  const { tools, waits, reports } = story.makeTools()
  const wait = async (ms: number) => {
    await tools.wait(ms)
    if (now() === begun + settledAfterMs + 60_000) expect(await endFirst()).not.toBeNull()
    if (now() === begun + settledAfterMs + 120_000) {
      await endSecond()
      reports.push('the last job has ended')
    }
  }
  await eraseCompany(table, companyId, { ...tools, wait })
  expect(waits).toEqual([settledAfterMs, ...Array(60).fill(2_000), settledAfterMs])
  expect(reports.slice(1)).toEqual([
    'waiting for compact-catalogue, compact-catalogue: 885 s at most',
    'waiting for compact-catalogue: 825 s at most',
    'the last job has ended',
    expect.stringContaining('waiting 15 s'),
    expect.stringMatching(/^pass 1: \d+ rows deleted$/),
    'pass 2: 0 rows deleted',
  ])
  await endOther()
})

test('for a job whose process was killed it waits until Lambda would have ended it', async () => {
  const { companyId, engine } = story
  engine.setTime(begun - 60_000)
  const dying = makeDyingTable(table, 2)
  const write = () => writeBase(dying, companyId, itemsSource)
  await expect(runCompanyJob(dying, { companyId, name: 'compact-catalogue' }, write)).rejects.toThrow('killed')
  engine.setTime(begun)
  await story.erase()
  expect(now()).toBe(begun - 60_000 + jobTimeoutMs + settledAfterMs)
})

test('a company that was suspended long before waits for its jobs and deliveries alone', async () => {
  await suspendCompany(table, story.companyId)
  story.pass(3_600_000)
  const { tools, waits } = story.makeTools()
  await eraseCompany(table, story.companyId, tools)
  expect(waits).toEqual([settledAfterMs, settledAfterMs, deliveryTimeoutMs - settledAfterMs])
})

/** Waits in steps of a second, and acts before each. */
async function eraseBeside(act: () => Promise<unknown>) {
  const { tools, reports } = story.makeTools()
  const wait = async (ms: number) => {
    for (const end = now() + ms; now() < end; story.engine.setTime(Math.min(end, now() + 1_000))) await act()
  }
  const { passes } = await eraseCompany(table, story.companyId, { ...tools, wait })
  return { passes, last: reports.at(-1) }
}

/** Runs that have read the webhook and write when they are told to: one makes deliveries, one makes an attempt. */
async function beginRuns() {
  const { companyId, acme } = story
  const { webhookId } = acme.webhooks
  const { open, opened } = makeLatch()
  let reading = 0
  const slow = interceptSends(table, async (send, command) => {
    if (command.constructor.name === 'PutCommand') await opened
    const answer = await send(command)
    if (command.constructor.name === 'QueryCommand') reading += 1
    return answer
  })
  const queue = new TestQueue(table.now)
  const log = (await acme.shop.log()).map((row) => ({ row: parseLogRow(row) }))
  const published = queueDeliveries(slow, log, queue.send)
  const failed = Array(3).fill(makeAttempt(now(), 500))
  const { id } = await putDelivery(table, { companyId, webhookId }, { attempts: failed, next_attempt: now() })
  const message = { company_id: companyId, webhook_id: webhookId, delivery_id: id, attempt: 3 }
  const sendWebhook = async () => {
    reading += 1
    await opened
    return { status_code: 500, milliseconds: 9_000, error: 'it answered 500', response: '' }
  }
  const vault = { ...testVault, open: async () => makeSecret('a') }
  const delivered = deliver({ ...makeDeliverer(table, queue), vault, sendWebhook }, [message])
  while (reading < 2) await new Promise((resolve) => setImmediate(resolve))
  const end = async () => {
    open()
    return { published: await published, delivered: await delivered, sent: queue.sent.length }
  }
  return { queue, log, end }
}

test('it waits for what makes and sends deliveries, and deletes what that writes late; later runs do nothing', async () => {
  const { companyId, acme, isOwn } = story
  const created_at = new Date(noon - 3 * dayMs).toISOString()
  await changeRow(table, keys.webhook(companyId, acme.webhooks.webhookId), { created_at })
  const runs = await beginRuns()
  const late: unknown[] = []
  const countKinds = async () => {
    const rows = (await scanTable(table)).filter(isOwn)
    return ['WEBHOOKEVENTS', 'DELIVERIES', 'DUEDELIVERIES'].map(
      (kind) => rows.filter(({ pk }) => String(pk).startsWith(`${kind}#`)).length,
    )
  }
  const erasure = await eraseBeside(async () => {
    if (now() < begun + deliveryTimeoutMs - 1_000 || late.length > 0) return
    const before = await countKinds()
    late.push(await runs.end())
    const after = await countKinds()
    late.push(after.map((count, at) => count > (before[at] ?? 0)))
    const messages = runs.queue.takeDue()
    late.push(await queueDeliveries(table, runs.log, runs.queue.send))
    late.push(await deliver(makeDeliverer(table, runs.queue), messages))
    late.push((await countKinds()).map((count, at) => count - (after[at] ?? 0)))
  })
  const nothing = { failed: [], untaken: null, lastError: '' }
  const sent = expect.any(Number)
  expect(late).toEqual([{ published: nothing, delivered: [], sent }, [true, true, true], nothing, [], [0, 0, 0]])
  expect(erasure).toEqual({ passes: 2, last: 'pass 2: 0 rows deleted' })
  expect(now()).toBe(begun + deliveryTimeoutMs + settledAfterMs)
})

test('a webhook that a request has created late goes, too, and what was made for it', async () => {
  const { companyId } = story
  let webhookId = ''
  const gone = begun + routeTimeoutMs + settledAfterMs
  const seen = new Set<number>()
  const erasure = await eraseBeside(async () => {
    if (webhookId === '' && now() >= begun + 20_000) webhookId = (await putWebhooks(table, companyId))[0] ?? ''
    seen.add((await readWebhookRows(table, companyId)).length)
    if (webhookId === '') return
    const { id } = await putDelivery(table, { companyId, webhookId })
    await putDue(table, { company_id: companyId, webhook_id: webhookId, delivery_id: id, attempt: 0, at: now() })
  })
  expect(erasure).toMatchObject({ passes: 2 })
  expect([...seen]).toEqual([0, 1])
  expect(now()).toBe(gone + deliveryTimeoutMs + settledAfterMs)
})

test('where it was killed before it had noted that the webhooks are gone, it waits for deliveries again', async () => {
  const { companyId } = story
  await setErasing(table, companyId)
  for (let calls = 1; (await readWebhookRows(table, companyId)).length > 0; calls++)
    await deleteWebhooks(makeDyingTable(table, calls, { arrives: true }), companyId).catch(() => {})
  story.engine.setTime(begun + 3_600_000)
  await story.erase()
  expect(now()).toBe(begun + 3_600_000 + deliveryTimeoutMs + settledAfterMs)
})

test('it waits for requests from each key’s suspension, also if it was killed; an hour later for nothing', async () => {
  const { companyId, engine } = story
  const { tools, waits } = story.makeTools()
  const expectKilled = () =>
    expect(story.erase(table, { wait: () => Promise.reject(new Error('killed')) })).rejects.toThrow('killed')
  await expectKilled()
  engine.setTime(begun + 10_000)
  await expectKilled()
  engine.setTime(begun + 3_600_000)
  // A key that the first run did not come to.
  const [key] = await readApiKeys(table, companyId)
  const { pk, sk } = story.before.find(({ id, pk }) => id === key?.id && String(pk).startsWith('KEY#')) ?? {}
  const names = { TableName: table.name, Key: { pk, sk }, UpdateExpression: 'REMOVE suspended_at' }
  await table.db.send(new UpdateCommand(names))
  await expectKilled()
  story.pass(routeTimeoutMs)
  await eraseCompany(table, companyId, tools)
  expect(waits).toEqual([settledAfterMs])
})

test('a request that was admitted before may commit until then, and is erased, too', async () => {
  const { shop } = story.acme
  const wait = async (ms: number) => {
    await shop.stockItem(`LATE-${now()}`, 1)
    await shop.order([{ item_id: (await shop.stockItem(`LATER-${now()}`)).id, quantity_ordered: 1 }])
    await takeSnapshot(shop.context, { name: null, type: 'manual' }, renderJson)
    story.pass(ms)
  }
  await story.erase(table, { wait })
})
