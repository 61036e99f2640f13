import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { resumeCompany, setSuspended } from '../../admin/companies/companies'
import { readCompanies } from '../../admin/companies/company-pages'
import { eraseCompany } from '../../admin/companies/erase-company'
import { exportCompany } from '../../admin/companies/export-company'
import { deleteRows } from '../../admin/table/table-scan'
import { verifyCompany } from '../../admin/verification/verify-company'
import { runCompanyJob } from '../../functions/operations/companies/company-jobs'
import { admitRequest } from '../../functions/operations/companies/meter'
import { removeAccount } from '../../functions/operations/people/people'
import { takeDailySnapshot } from '../../functions/operations/snapshots/daily-snapshot'
import { foreignDirectory } from '../../functions/runtime/people/user-directory'
import { findCompany } from '../../functions/store/companies/companies'
import { readPeople } from '../../functions/store/companies/person-row'
import { hashSecret } from '../../functions/store/companies/principals'
import { deliveryTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/time/timing'
import { failWith } from '../support/client'
import { beforeSends, interceptSends, makeDyingTable } from '../support/dying'
import { begun, ErasureStory } from '../support/erasure'
import { invite } from '../support/people'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { takeLock } from '../support/restores'
import { scanTable } from '../support/scan'
import { openShop } from '../support/shop'

// What an erasure deletes, and where it is refused. What it waits for is in erase-company-waits.rehearsal.test.ts.

const story = new ErasureStory()
const { table, isOwn } = story
const refusal = (text: string) => ({ code: 'invalid_state', message: expect.stringContaining(text) })

/** Erases on a table that dies. Returns whether it did. */
const isKilled = async (calls: number, arrives: boolean) =>
  (await failWith(story.erase(makeDyingTable(table, calls, { arrives })))) !== null
const isThere = async () => (await findCompany(table, story.companyId)) !== null

test('every row of the company is deleted, whatever its kind; others keep theirs byte for byte', async () => {
  const { own, acme, companyId } = story
  const kinds = new Set(own.map(({ pk, sk }) => `${String(pk).split('#')[0]} ${String(sk).match(/^[A-Z]{3,}/) ?? ''}`))
  expect([...kinds].sort()).toEqual([
    ...['ACCESS ', 'CATALOGUE ITEMS', 'CHUNK CHUNK', 'COMPANY COMPANY', 'COMPANY KEY', 'DELIVERIES '],
    ...['DUEDELIVERIES ', 'EMAIL COMPANY', 'IDEMPOTENCY IDEMPOTENCY', 'ITEMS ', 'JOBS ', 'KEY KEY', 'KEYID KEYID'],
    ...['LOG ', 'LOGBLOCKS ', 'LOGDAYS ', 'ORDERS ', 'PACE PACE', 'PLAN COMPANY', 'RECEIPTS ', 'RESTORES '],
    ...['RESTORES LOCK', 'SKU SKU', 'SNAPSHOTS ', 'USAGE ', 'WEBHOOKEVENTS ', 'WEBHOOKS ', 'WEBHOOKS COUNT'],
  ])
  const { tools, removed, waits, reports } = story.makeTools()
  const erasure = await eraseCompany(table, companyId, tools)
  // The row of the plan goes first, with the mark.
  expect(erasure).toEqual({ company_id: companyId, rows: own.length - 1, passes: 2 })
  await story.expectErased()
  const email = `${acme.keyId}@example.com`.toLowerCase()
  expect([...removed].sort()).toEqual([`invited-${email}`, acme.keyId, email].sort())
  expect(waits).toEqual([settledAfterMs, routeTimeoutMs, deliveryTimeoutMs - routeTimeoutMs])
  expect(reports.at(-1)).toBe('pass 2: 0 rows deleted')
  await expect(story.erase()).rejects.toMatchObject(refusal(`The company ${companyId} is gone.`))
})

rehearse('killed at any of its calls and run again, it ends the same', async () => {
  let calls = 0
  for (let killed = true; killed; calls++) {
    await putRows(table, story.own) // all others are checked below
    story.engine.setTime(begun)
    killed = await isKilled(calls + 1, calls % 2 === 0)
    if (await isThere()) await story.erase()
    await story.expectErased()
  }
  expect(calls).toBeGreaterThan(40)
})

rehearse('killed again and again, at each call a little later, it ends the same', async () => {
  for (let calls = 5; await isThere(); calls += 5) await isKilled(calls, calls % 2 === 0)
  await story.expectErased()
})

test('a batch of which DynamoDB deletes a part is sent again', async () => {
  const rows = story.own.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
  let calls = 0
  const partly = interceptSends(table, async (send, command) => {
    const { RequestItems = {} } = command.input as { RequestItems?: Record<string, object[]> }
    const requests = RequestItems[table.name] ?? []
    calls += 1
    const half = Math.ceil(requests.length / 2)
    await send(new BatchWriteCommand({ RequestItems: { [table.name]: requests.slice(0, half) } }))
    return { UnprocessedItems: half === requests.length ? {} : { [table.name]: requests.slice(half) } }
  })
  await deleteRows(partly, rows)
  expect(calls).toBeGreaterThan(10)
  expect((await scanTable(table)).filter(isOwn)).toEqual([])
})

rehearse('refused while a restore is under way; after 15 minutes it has failed', async () => {
  const { companyId, engine } = story
  await takeLock(table, companyId, 'rst_running')
  await expect(story.erase()).rejects.toMatchObject(refusal('restore'))
  expect(await findCompany(table, companyId)).not.toHaveProperty('erasing_at')
  engine.setTime(begun + 15 * 60_000)
  expect(await story.erase()).toMatchObject({ passes: 2 })
})

rehearse('from its first write on, no request is admitted, it is in no list, and it cannot be resumed', async () => {
  const { companyId, acme } = story
  const seen: unknown[] = []
  const wait = async (ms: number) => {
    seen.push((await admitRequest(table, hashSecret(acme.secret))).outcome)
    seen.push((await readCompanies(table)).some(({ id }) => id === companyId))
    seen.push(await resumeCompany(table, companyId).catch(({ code }) => code))
    const snapshot = () => takeDailySnapshot(table, companyId, '2026-03-14', 'req_1')
    seen.push(await runCompanyJob(table, { companyId, name: 'daily_snapshot' }, snapshot))
    story.pass(ms)
  }
  await story.erase(table, { wait })
  const each = ['suspended', false, 'invalid_state', null]
  expect(seen).toEqual([...each, ...each, ...each])
  await story.expectErased()
})

rehearse('its people leave the provider, also one who was being removed; each address is free then', async () => {
  const { companyId, acme } = story
  const people = await readPeople(table, companyId)
  const exported = []
  for await (const { kind, page } of exportCompany(table, companyId)) if (kind === 'person') exported.push(...page)
  const known = people.map(({ id, email, role }) => expect.objectContaining({ id, email, role }))
  expect(exported).toEqual(known)
  const removed: string[] = []
  const remove = async (subject: string) => void removed.push(subject)
  await story.erase(table, { removePerson: (person) => removeAccount({ ...foreignDirectory, remove }, person) })
  const email = `${acme.keyId}@example.com`.toLowerCase()
  expect(removed).toEqual([email]) // whoever was invited has not told the subject
  const { companyId: other } = await openShop(table)
  await invite(table, { id: other, plan: 'enterprise' }, { email, name: 'Ada', role: 'owner' })
  expect((await verifyCompany(table, other, { scan: true, report: () => {} })).findings).toEqual([])
})

rehearse('where something goes on writing, it says so, and does not claim to have ended', async () => {
  const { companyId, acme } = story
  let passes = 0
  const report = (text: string) => {
    if (text.startsWith('pass')) passes += 1
  }
  const writing = beforeSends(table, async (command) => {
    if (command.constructor.name === 'ScanCommand') await acme.shop.stockItem(`AGAIN-${Math.random()}`)
  })
  await expect(story.erase(writing, { report, pageRows: 1_000 })).rejects.toThrow('still writes')
  expect(passes).toBe(10)
  expect(await findCompany(table, companyId)).toMatchObject({ erasing_at: begun })
  await story.erase()
  await story.expectErased()
})

test('a row of an unknown kind stops it before anything of that page is deleted', async () => {
  await putRows(table, [{ pk: 'WEBHOOK#1', sk: 'X' }])
  await expect(story.erase()).rejects.toThrow('unknown kind')
  expect(await isThere()).toBe(true)
})

test('a company without keys and rows is erased, too', async () => {
  const { companyId } = await openShop(table)
  await setSuspended(table, companyId)
  const { tools } = story.makeTools()
  // With what the access log says of the suspension.
  expect(await eraseCompany(table, companyId, tools)).toEqual({ company_id: companyId, rows: 2, passes: 2 })
  expect(await findCompany(table, companyId)).toBeNull()
})

test('a company that was resumed before the mark is not erased', async () => {
  const resumed = beforeSends(table, async (command) => {
    if (command.constructor.name === 'TransactWriteCommand') await resumeCompany(table, story.companyId)
  })
  await expect(story.erase(resumed)).rejects.toMatchObject(refusal('is not suspended'))
  expect((await findCompany(table, story.companyId))?.erasing_at).toBeUndefined()
  expect((await scanTable(table)).filter(isOwn)).toHaveLength(story.own.length + 1) // the access log says so
})
