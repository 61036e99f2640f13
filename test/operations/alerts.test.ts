import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { setSuspended } from '../../admin/companies/companies'
import { eraseCompany } from '../../admin/companies/erase-company'
import { findAlert } from '../../functions/store/companies/alert-row'
import { alertLeaseMs } from '../../functions/store/companies/person-alerts'
import { type AlertStory, openAlerts } from '../support/alerts'
import { measureCharge } from '../support/capacity'
import { afterSends, interceptSends, makeDyingTable } from '../support/dying'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

// From log rows to mails: what the stream, the queue and SES do is in the hands of the test.

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

const engine = useTable()
let story: AlertStory
let now: number
beforeEach(async () => {
  now = noon
  engine.setTime(now)
  story = await openAlerts(engine.table)
})

function pass(ms: number): void {
  now += ms
  engine.setTime(now)
}

/** Lets the stream and the queue do what they do in this time. */
async function live(ms: number): Promise<void> {
  for (const end = now + ms; now < end; pass(Math.min(30 * second, end - now))) {
    await story.stream()
    expect(await story.mailDue()).toEqual([])
  }
}

/** Ann is to be told of an item, now. */
async function makeDue(): Promise<void> {
  await story.addPerson('ann')
  await story.addLow('A')
  await story.stream()
  pass(5 * minute)
}

/** Of each of ten batches. */
const lowAtOnce = chooseSize({ quick: 6, thorough: 50 })

test(`${10 * lowAtOnce} items that become low within a minute are one mail for each who wants it`, async () => {
  for (const name of ['ann', 'bob']) await story.addPerson(name)
  await story.addPerson('cid', 'none')
  const left = await story.addPerson('dan')
  for (let batch = 0; batch < 10; batch++) {
    await Promise.all(Array.from({ length: lowAtOnce }, (_, n) => story.addLow(`${batch}-${n}`)))
    await story.stream()
    pass(6 * second)
  }
  expect(story.waiting).toHaveLength(1)
  pass(4 * minute - second)
  expect([await story.mailDue(), story.mails]).toEqual([[], []])
  await story.removePerson(left.id)
  await live(12 * minute)
  expect(story.told.sort()).toEqual(['ann', 'bob'])
  expect(new Set(story.mails.map(({ subject }) => subject))).toEqual(
    new Set([`Acme: ${10 * lowAtOnce} items are low on stock`]),
  )
  expect(story.waiting).toEqual([])
})

test('an item is told of once, with its stock of now, and not at all where it is low no more', async () => {
  await story.addPerson('ann')
  const [twice, restocked, trashed] = [await story.addLow('A'), await story.addLow('B'), await story.addLow('C')]
  await story.shop.updateItem(twice.id, { quantity: 9 })
  await story.shop.updateItem(twice.id, { quantity: 3 })
  await story.shop.updateItem(restocked.id, { quantity: 9 })
  await story.shop.deleteItem(trashed.id)
  await live(12 * minute)
  expect(story.mails.map(({ subject }) => subject)).toEqual(['Acme: 1 item is low on stock'])
  expect(story.mails[0]?.text).toContain('Item A (A): 3 left, reorder point 5')
})

test('what becomes low while a mail is sent is in the next one, five minutes later; nothing is told twice', async () => {
  await story.addPerson('ann')
  await story.addLow('A')
  let late = 0
  story.beforeMail = async () => {
    if (late++ > 0) return
    await story.addLow('B')
    await story.stream()
  }
  await live(12 * minute)
  expect(story.mails.map(({ text }) => [...text.matchAll(/Item (\w)/g)].map(([, sku]) => sku))).toEqual([['A'], ['B']])
  const [first, next] = story.mails
  expect((next?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(5 * minute)
  expect((await findAlert(engine.table, story.company.id))?.due_at).toBeUndefined()
})

test('where something becomes low all the time, there is a mail each five minutes, with each item in one of them', async () => {
  await story.addPerson('ann')
  for (let n = 0; n < 40; n++) {
    await story.addLow(`L${n}`)
    await live(30 * second)
  }
  await live(12 * minute)
  const told = story.mails.flatMap(({ text }) => [...text.matchAll(/Item (L\d+)/g)].map(([, sku]) => sku))
  expect([told.length, new Set(told).size]).toEqual([40, 40])
  const gaps = story.mails.slice(1).map(({ at }, n) => at - (story.mails[n]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5 * minute)
  expect(story.mails.length).toBeLessThanOrEqual(6)
})

test('a mail that cannot be sent comes again, alone, and is kept in the end; the others are told once', async () => {
  for (const name of ['ann', 'bob', 'cid']) await story.addPerson(name)
  await story.addLow('A')
  await story.stream()
  story.beforeMail = async ({ to }) => {
    if (to.startsWith('bob')) throw new Error('SES is away')
  }
  pass(5 * minute)
  expect(await story.mailDue()).toEqual([new Error('SES is away')])
  expect(await story.mailDue({ last: true })).toEqual([])
  expect(story.told.sort()).toEqual(['ann', 'cid'])
  expect(story.kept).toMatchObject([{ companyId: story.company.id, people: [expect.stringMatching(/^usr_/)] }])
  await live(12 * minute) // the alert itself is done
  expect(story.told.sort()).toEqual(['ann', 'cid'])
  story.beforeMail = async () => {}
  for (const unsent of story.kept) expect((await story.replay(unsent)).failed).toEqual([])
  for (const unsent of story.kept) await story.replay(unsent)
  expect(story.told.sort()).toEqual(['ann', 'bob', 'cid'])
})

test('killed at any call of the job, all are told: twice only where it died around the sending', async () => {
  for (const arrives of chooseSize({ quick: [false], thorough: [true, false] }))
    for (let nth = 1, died = true; died; nth++) {
      story = await openAlerts(engine.table)
      for (const name of ['ann', 'bob']) await story.addPerson(name)
      await story.addLow('A')
      await story.stream()
      pass(5 * minute)
      died = (await story.mailDue({ table: makeDyingTable(engine.table, nth, { arrives }) })).length > 0
      pass(alertLeaseMs + second)
      expect(await story.mailDue()).toEqual([])
      expect([nth, [...new Set(story.told)].sort()]).toEqual([nth, ['ann', 'bob']])
      expect(story.mails.length).toBeLessThanOrEqual(3)
    }
})

test('a claim that was sent twice, since its answer was lost, is the run’s own', async () => {
  await makeDue()
  const table = interceptSends(engine.table, async (send, command) => {
    const isClaim = command instanceof UpdateCommand && command.input.UpdateExpression?.includes('alerting_at = ')
    if (isClaim) await send(command)
    return send(command)
  })
  expect(await story.mailDue({ table })).toEqual([])
  expect(story.told).toEqual(['ann'])
})

test('a claim whose answer was lost for good is given back: the next run sends the mail at once', async () => {
  await makeDue()
  const table = afterSends(engine.table, (command) => {
    if (JSON.stringify(command.input).includes('alerting_at = ')) throw new Error('the answer is lost')
  })
  expect(await story.mailDue({ table })).toEqual([new Error('the answer is lost')])
  expect([await story.mailDue(), story.told]).toEqual([[], ['ann']])
})

test('a message that comes twice at once makes no second mail', async () => {
  await makeDue()
  const [only] = story.waiting
  story.beforeMail = async () => {
    if (only && story.waiting.length === 0) story.waiting.push(only)
    expect(await story.mailDue()).toEqual([new Error('another run is sending the mail, or has died while it did')])
  }
  await story.mailDue()
  expect([await story.mailDue(), story.told]).toEqual([[], ['ann']])
})

test('killed at any call, the batch of the stream that comes again leads to a mail', async () => {
  for (const arrives of [true, false])
    for (let nth = 1, died = true; died; nth++) {
      story = await openAlerts(engine.table)
      await story.addPerson('ann')
      await story.addLow('A')
      const [untaken] = await story.stream(makeDyingTable(engine.table, nth, { arrives }))
      died = untaken !== null
      await live(12 * minute)
      expect([nth, story.told]).toEqual([nth, ['ann']])
    }
})

test('where the queue takes no message, the rows come again', async () => {
  await story.addPerson('ann')
  await story.addLow('A')
  const away = async () => {
    throw new Error('away')
  }
  expect(await story.stream(engine.table, away)).toEqual([0])
  await live(12 * minute)
  expect(story.told).toEqual(['ann'])
})

test('a message that is lost is made good by the next crossing, an hour later', async () => {
  await story.addPerson('ann')
  await story.addLow('A')
  await story.stream()
  story.waiting = []
  pass(2 * hour)
  await story.addLow('B')
  await live(12 * minute)
  expect(story.mails.map(({ subject }) => subject)).toEqual(['Acme: 2 items are low on stock'])
})

test('a stream that is late, or is read again, leads to no second mail', async () => {
  await story.addPerson('ann')
  await story.addLow('A')
  const log = story.shop.log
  await live(12 * minute)
  const again = await openAlerts(engine.table)
  Object.assign(again, { shop: { ...again.shop, log } })
  await again.stream()
  expect(again.waiting).toEqual([])
  pass(2 * day)
  await again.stream()
  expect([again.waiting, story.told]).toEqual([[], ['ann']])
})

test('a company that is suspended or erased gets none, and no row is left of one that is erased', async () => {
  await makeDue()
  await setSuspended(engine.table, story.company.id)
  expect([await story.mailDue(), story.mails]).toEqual([[], []])
  const other = await openAlerts(engine.table)
  await other.addPerson('bob')
  await other.addLow('A')
  await other.stream()
  await other.addLow('B')
  const rows = await other.shop.log()
  const wait = async (ms: number) => pass(ms)
  const none = async () => {}
  const tools = { wait, report: () => {}, removeKey: none, removePerson: none }
  await setSuspended(engine.table, other.company.id)
  await eraseCompany(engine.table, other.company.id, tools)
  Object.assign(other, { shop: { ...other.shop, log: async () => rows } })
  expect(await other.stream()).toEqual([null])
  pass(hour)
  expect([await other.mailDue(), other.mails]).toEqual([[], []])
  expect(await findAlert(engine.table, other.company.id)).toBeNull()
})

test('units: nothing without a crossing; one read and one write for a crossing while an alert waits', async () => {
  await story.shop.createItem({ sku: 'N' })
  expect(await measureCharge(engine.table, () => story.stream())).toMatchObject({ calls: 1 }) // the test's read of the log
  await story.addLow('A')
  await story.stream()
  pass(second)
  await story.addLow('B')
  expect(await measureCharge(engine.table, () => story.stream())).toMatchObject({ calls: 1 + 2 })
})
