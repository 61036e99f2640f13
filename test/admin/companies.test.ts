import {
  changePlan,
  createCompany,
  resumeCompany,
  resumeParts,
  setSuspended,
  suspendCompany,
  suspendParts,
} from '../../admin/companies/companies'
import { readCompanies, readCompanyIds } from '../../admin/companies/company-pages'
import { setErasing } from '../../admin/companies/erase-company'
import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import { planNames } from '../../functions/domain/companies/plan'
import { admitRequest } from '../../functions/operations/companies/meter'
import { findCompany } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { hashSecret } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { readWebhookRows } from '../../functions/store/webhooks/webhook-row'
import { failWith } from '../support/client'
import { changeRow, deleteRow } from '../support/damage'
import { beforeSends, makeDyingTable } from '../support/dying'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { noon, useTable } from '../support/table'
import { putWebhooks } from '../support/webhook-rows'

const ids = Array.from({ length: 450 }, (_, n) => `cmp_${String(n).padStart(4, '0')}`)
const planOf = (n: number) => planNames[(n * 7 + (n >> 4)) % 3] ?? 'starter'

const engine = useTable()
const { table } = engine
beforeAll(async () => {
  const rows = ids.flatMap((id, n) => [
    { ...keys.company(id), id, name: `Company ${n}`, plan: planOf(n), user_id: `usr_${n}`, created_at: n },
    keys.companyOfPlan(planOf(n), id),
  ])
  await putRows(engine.table, rows)
})

test('companies of all plans come by id, with a call for 100 of them and not for each', async () => {
  const calls: string[] = []
  const table = beforeSends(engine.table, (command) => calls.push(command.constructor.name))
  const found = await readCompanies(table)
  expect(found.map(({ id, plan }) => [id, plan])).toEqual(ids.map((id, n) => [id, planOf(n)]))
  expect(calls.sort()).toEqual([...Array(5).fill('BatchGetCommand'), ...Array(3).fill('QueryCommand')])
})

test('one that is met under two plans comes once, one that was erased not at all; after an id, those behind it', async () => {
  const [moved = '', gone = ''] = ids.slice(-3)
  const ofEachPlan = planNames.map((plan) => keys.companyOfPlan(plan, moved))
  await putRows(table, ofEachPlan)
  await deleteRow(engine.table, keys.company(gone))
  const after = ids.at(-4)
  expect(await readCompanyIds(engine.table, after)).toEqual(ids.slice(-3))
  expect(await readCompanyIds(engine.table, ids.at(-1))).toEqual([])
  const found = (await readCompanies(engine.table)).map(({ id }) => id)
  expect(found).toEqual(ids.filter((id) => id !== gone))
})

async function createKey(companyId: string, expiresAt: number | null = null) {
  const key = { companyId, userId: 'usr_1', plan: 'starter', name: null, expiresAt, prefix: 'sk_test_' } as const
  const { row, secret } = await createApiKey(table, { ...key, scopes: ['read'] })
  return { id: row.id, spend: () => admitRequest(table, hashSecret(secret)) }
}

async function openCompany() {
  const { id } = await createCompany(table, { name: 'Test', plan: 'starter' })
  await putWebhooks(table, id, [{}, { status: 'disabled' }])
  return { id, keys: [await createKey(id), await createKey(id), await createKey(id)] as const }
}

/** Of the three keys, and of the two webhooks. */
const readTimes = async (id: string) =>
  [...(await readApiKeys(table, id)), ...(await readWebhookRows(table, id))].map(({ suspended_at }) => suspended_at)

test('a suspended company’s keys are refused at once, with their limits as they are; nothing is counted', async () => {
  const { id, keys } = await openCompany()
  await keys[0].spend()
  await suspendCompany(table, id)
  const before = await readApiKeys(table, id)
  const allowance = (remaining: number) => ({ limit: 60, remaining, resetSeconds: noon / 1_000 + 60 })
  for (let times = 0; times < 2; times++) {
    expect(await keys[0].spend()).toEqual({ outcome: 'suspended', allowance: allowance(59) })
    expect(await keys[1].spend()).toEqual({ outcome: 'suspended', allowance: allowance(60) })
  }
  expect(await readApiKeys(table, id)).toEqual(before)
  engine.setTime(noon + 60_000)
  expect(await keys[0].spend()).toMatchObject({ outcome: 'suspended', allowance: { remaining: 60 } })
  expect((await resumeCompany(table, id)).suspended_at).toBeUndefined()
  for (const { spend } of keys)
    expect(await spend()).toMatchObject({ outcome: 'admitted', allowance: { remaining: 59 } })
})

test('a suspended key that has used up its minute is suspended, and not limited', async () => {
  const { id, keys } = await openCompany()
  await Promise.all(Array.from({ length: 61 }, keys[0].spend))
  await suspendCompany(table, id)
  expect(await keys[0].spend()).toMatchObject({ outcome: 'suspended', allowance: { remaining: 0 } })
})

test('revoked and expired keys stay unknown', async () => {
  const { id, keys } = await openCompany()
  const expiring = await createKey(id, noon + 1_000)
  await revokeApiKey(table, keys[0].id)
  await suspendCompany(table, id)
  engine.setTime(noon + 1_000)
  for (const { spend } of [keys[0], expiring]) expect(await spend()).toEqual({ outcome: 'unknown' })
  await resumeCompany(table, id)
  for (const { spend } of [keys[0], expiring]) expect(await spend()).toEqual({ outcome: 'unknown' })
})

test('of requests at the same moment, none is admitted after the suspension has ended', async () => {
  const { id, keys } = await openCompany()
  let suspended = false
  const late: string[] = []
  const busy = keys.map(async ({ spend }) => {
    for (let request = 0; request < 50; request++) {
      const sentAfter = suspended
      const { outcome } = await spend()
      if (sentAfter) late.push(outcome)
    }
  })
  await suspendCompany(table, id)
  suspended = true
  await Promise.all(busy)
  for (const { spend } of keys) late.push((await spend()).outcome)
  expect(new Set(late)).toEqual(new Set(['suspended']))
})

rehearse('killed at any call and repeated, a suspension or its end is complete; the first time stays', async () => {
  const { id } = await openCompany()
  const killAt = async (run: (table: Table, id: string) => Promise<unknown>) => {
    let calls = 0
    for (let killed = true; killed; calls++) {
      const dying = makeDyingTable(table, calls + 1, { arrives: calls % 2 === 0 })
      killed = (await failWith(run(dying, id))) !== null
      engine.setTime(noon + calls)
      await run(table, id)
      const times = [(await findCompany(table, id))?.suspended_at, ...(await readTimes(id))]
      expect(times.map((time) => time !== undefined)).toEqual(Array(6).fill(run === suspendCompany))
      if (killed) await (run === suspendCompany ? resumeCompany : suspendCompany)(table, id)
    }
    return calls
  }
  expect(await killAt(suspendCompany)).toBeGreaterThan(6)
  const first = await readTimes(id)
  engine.setTime(noon + 60_000)
  await suspendCompany(table, id)
  expect(await readTimes(id)).toEqual(first)
  expect(await killAt(resumeCompany)).toBeGreaterThan(6)
})

test('of a suspension and a resume at once, the one that came second in the company’s row decides about every row', async () => {
  const { id } = await openCompany()
  await setSuspended(table, id)
  await resumeCompany(table, id)
  for (const part of ['keys', 'webhooks'] as const)
    await expect(suspendParts(table, id, part)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await readTimes(id)).toEqual(Array(5).fill(undefined))
  await suspendCompany(table, id)
  for (const part of ['keys', 'webhooks'] as const)
    await expect(resumeParts(table, id, part)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await readTimes(id)).toEqual(Array(5).fill(noon))
})

test('a webhook that is deleted meanwhile stays deleted; one that is being used keeps what deliveries write', async () => {
  const { id } = await openCompany()
  const [first, second] = await readWebhookRows(table, id)
  let deleted = false
  const busy = beforeSends(table, async (command) => {
    if (command.constructor.name !== 'TransactWriteCommand' || deleted) return
    deleted = true
    await deleteRow(table, keys.webhook(id, first?.id ?? ''))
    await changeRow(table, keys.webhook(id, second?.id ?? ''), { failures: 2 })
  })
  await setSuspended(table, id)
  await suspendParts(busy, id, 'webhooks')
  expect(await readWebhookRows(table, id)).toEqual([{ ...second, failures: 2, suspended_at: noon }])
})

test('a suspended company gets no key; its plan can change, and stays changed', async () => {
  const { id } = await openCompany()
  const company = await suspendCompany(table, id)
  await expect(createKey(id)).rejects.toThrow()
  expect(await readApiKeys(table, id)).toHaveLength(3)
  const changed = await changePlan(table, company, 'enterprise')
  expect(changed.suspended_at).toBe(noon)
  const found = (await readApiKeys(table, id)).map(({ plan, suspended_at }) => [plan, suspended_at])
  expect(found).toEqual(Array(3).fill(['enterprise', noon]))
})

test('a company that is being erased can neither be resumed nor change its plan; one that is gone, nothing', async () => {
  const { id } = await openCompany()
  await setSuspended(table, id)
  const company = await setErasing(table, id)
  await expect(resumeCompany(table, id)).rejects.toMatchObject({ code: 'invalid_state' })
  if (company) await expect(changePlan(table, company, 'enterprise')).rejects.toThrow()
  for (const run of [suspendCompany, resumeCompany])
    await expect(run(table, 'cmp_none')).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await findCompany(table, 'cmp_none')).toBeNull()
})
