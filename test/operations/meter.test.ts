import fc from 'fast-check'
import { changePlan, createCompany } from '../../admin/companies/companies'
import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import type { Plan } from '../../functions/domain/companies/plan'
import { setTerms } from '../../functions/operations/companies/company-terms'
import { type Admission, admitRequest } from '../../functions/operations/companies/meter'
import { findUsableKey } from '../../functions/operations/companies/usable-principal'
import { keepUsage, listUsage } from '../../functions/operations/companies/usage'
import { openContext } from '../../functions/operations/context'
import { admitStranger } from '../../functions/operations/people/stranger-meter'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { hashSecret } from '../../functions/store/companies/principals'
import { readUsage } from '../../functions/store/companies/usage-row'
import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { changeRow } from '../support/damage'
import { beforeSends, interceptSends } from '../support/dying'
import { invite } from '../support/people'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { chooseSize } from '../support/size'
import { makeCaller, noon, useTable } from '../support/table'

const engine = useTable()

async function newKey(plan: Plan, expiresAt: number | null = null) {
  const company = await createCompany(engine.table, { name: 'Test', plan })
  const key = { companyId: company.id, userId: 'usr_1', plan, name: null, expiresAt, prefix: 'sk_test_' } as const
  const { row, secret } = await createApiKey(engine.table, { ...key, scopes: ['read'] })
  return { company, row, secret, spend: () => admitRequest(engine.table, hashSecret(secret)) }
}
const times = <Result>(count: number, run: () => Promise<Result>) => Promise.all(Array.from({ length: count }, run))
const outcomes = (admissions: Admission[], outcome: string) =>
  admissions.filter((admission) => admission.outcome === outcome).length

test('of any number at once, as many are admitted as the limit says', async () => {
  const { spend } = await newKey('starter')
  const count = chooseSize({ quick: 70, thorough: 200 })
  const admissions = await times(count, spend)
  expect([outcomes(admissions, 'admitted'), outcomes(admissions, 'limited')]).toEqual([60, count - 60])
  const left = admissions.flatMap((admission) =>
    admission.outcome === 'admitted' ? [admission.allowance.remaining] : [],
  )
  expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 60 }, (_, index) => 59 - index))
})

test('a request whose answers are lost is counted once, however often it is sent', async () => {
  const { secret } = await newKey('starter')
  const resending = interceptSends(engine.table, async (send, command) => {
    await send(command)
    await send(command).catch(() => {})
    return send(command)
  })
  const left = async () => {
    const admission = await admitRequest(resending, hashSecret(secret))
    return admission.outcome === 'admitted' && admission.allowance.remaining
  }
  expect([await left(), await left()]).toEqual([59, 58])
  engine.setTime(noon + 60_000)
  expect([await left(), await left()]).toEqual([59, 58])
})

rehearse('a new minute opens for all at once, and only once', async () => {
  const { spend } = await newKey('starter')
  for (const minute of [0, 1, 2]) {
    engine.setTime(noon + minute * 60_000 + 59_999)
    expect(outcomes(await times(100, spend), 'admitted')).toBe(60)
  }
})

test('over the minute: the next minute’s start, and the seconds until then', async () => {
  const { spend } = await newKey('starter')
  engine.setTime(noon + 12_345)
  await times(60, spend)
  expect(await spend()).toEqual({
    outcome: 'limited',
    allowance: { limit: 60, remaining: 0, resetSeconds: noon / 1_000 + 60 },
    retryAfterSeconds: 48,
  })
})

test('the day’s limit holds over its minutes, and the headers then speak of the day', async () => {
  const { secret, spend } = await newKey('starter')
  await spend()
  await changeRow(engine.table, keys.principal(hashSecret(secret)), { day_count: 9_960 })
  engine.setTime(noon + 60_000)
  const last = await times(70, spend)
  expect(outcomes(last, 'admitted')).toBe(40)
  const midnight = Date.UTC(2026, 2, 15) / 1_000
  const allowance = { limit: 10_000, remaining: 0, resetSeconds: midnight }
  expect(await spend()).toMatchObject({ outcome: 'limited', allowance })
  engine.setTime(midnight * 1_000)
  expect(await spend()).toMatchObject({ outcome: 'admitted', allowance: { limit: 60, remaining: 59 } })
})

rehearse('clocks that disagree around a minute’s end never admit more than the windows hold', async () => {
  const count = 200
  const skew = fc.sample(fc.integer({ min: -2_000, max: 2_000 }), { seed: chooseSeed(), numRuns: count })
  const { secret } = await newKey('starter')
  const spends = skew.map((by) => admitRequest({ ...engine.table, now: () => noon + 60_000 + by }, hashSecret(secret)))
  expect(outcomes(await Promise.all(spends), 'admitted')).toBeLessThanOrEqual(120)
})

test('a key that is revoked or expired, or is none, is unknown; and knows no limit', async () => {
  const { row, secret, spend } = await newKey('starter', noon + 1_000)
  expect(outcomes([await spend()], 'admitted')).toBe(1)
  engine.setTime(noon + 1_000)
  expect(await spend()).toEqual({ outcome: 'unknown' })
  expect(await findUsableKey(engine.table, secret)).toBeNull()
  engine.setTime(noon)
  await revokeApiKey(engine.table, row.id)
  expect(await spend()).toEqual({ outcome: 'unknown' })
  expect(await admitRequest(engine.table, hashSecret('none'))).toEqual({ outcome: 'unknown' })
})

test('of two plan changes at once, the one that came second in the company’s row decides the keys’ limits too', async () => {
  const { company } = await newKey('starter')
  const later = await changePlan(engine.table, company, 'enterprise')
  await expect(setTerms(engine.table, { ...company, plan: 'professional' })).rejects.toThrow()
  expect((await readApiKeys(engine.table, company.id)).map(({ plan }) => plan)).toEqual([later.plan])
})

test('a plan change gives each of the company’s keys its limits, and may be repeated', async () => {
  const { company, spend } = await newKey('starter')
  await times(60, spend)
  const changed = await changePlan(engine.table, company, 'enterprise')
  await changePlan(engine.table, changed, 'enterprise')
  expect(await spend()).toMatchObject({ outcome: 'admitted', allowance: { limit: 1_000, remaining: 939 } })
  expect((await readApiKeys(engine.table, company.id)).map(({ plan, day_limit }) => [plan, day_limit])).toEqual([
    ['enterprise', undefined],
  ])
})

test('a stranger’s request whose answers are lost is counted once, however often it is sent; ten are admitted', async () => {
  const losing = interceptSends(engine.table, async (send, command) => {
    for (let times = 0; times < 11; times++) await send(command).catch(() => {})
    return send(command) // as the SDK sends it again
  })
  for (let left = 9; left >= 0; left--)
    expect(await admitStranger(losing, 'subject')).toMatchObject({ admitted: true, allowance: { remaining: left } })
  expect(await admitStranger(engine.table, 'subject')).toMatchObject({ admitted: false, allowance: { remaining: 0 } })
  expect(await admitStranger(engine.table, 'other')).toMatchObject({ admitted: true })
})

describe('usage', () => {
  const dayMs = 86_400_000
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const [today, tomorrow] = [dateOf(noon), dateOf(noon + dayMs)]

  async function countRequests() {
    const { company, row, secret } = await newKey('starter')
    const companyId = company.id
    const caller = { ...makeCaller(companyId), plan: 'starter', actor: { type: 'api_key', ...row } }
    const context = { ...openContext(engine.table, makeCaller(companyId)), caller }
    return {
      companyId,
      id: row.id,
      spend: async (count: number, table: Table = engine.table) => {
        for (let request = 0; request < count; request++) await admitRequest(table, hashSecret(secret))
      },
      /** Of each day, the requests and the refused ones. */
      list: async (days = 90, table: Table = engine.table) => {
        const usage = await listUsage({ ...context, table } as never, { days })
        expect(usage.map(({ id, date }) => [id, date])).toEqual(usage.map(({ date }) => [row.id, date]).sort())
        return Object.fromEntries(usage.map(({ date, requests, refused }) => [date, [requests, refused]]))
      },
    }
  }

  test('the day under way is listed, and is kept when the next one opens', async () => {
    const { companyId, spend, list } = await countRequests()
    await spend(3)
    expect(await list()).toEqual({ [today]: [3, 0] })
    expect(await readUsage(engine.table, companyId, '')).toMatchObject([{ date: today, requests: 0 }])
    engine.setTime(noon + dayMs)
    await spend(2)
    expect(await list()).toEqual({ [today]: [3, 0], [tomorrow]: [2, 0] })
    expect(await list(1)).toEqual({ [tomorrow]: [2, 0] })
  })

  test('what it reads follows from who sends requests, and not from who is there', async () => {
    const { companyId, spend, list } = await countRequests()
    await spend(1)
    for (const n of [1, 2, 3])
      await invite(
        engine.table,
        { id: companyId, plan: 'starter' },
        { email: `p${n}@example.com`, name: 'P', role: 'viewer' },
      )
    const calls: string[] = []
    const counting = beforeSends(engine.table, (command) => calls.push(command.constructor.name))
    expect(await list(90, counting)).toEqual({ [today]: [1, 0] })
    expect(calls).toEqual(['QueryCommand', 'BatchGetCommand'])
  })

  test('what is refused is told with the next request that is counted, also on another day', async () => {
    const { spend, list } = await countRequests()
    await spend(65)
    expect(await list()).toEqual({ [today]: [60, 0] })
    engine.setTime(noon + 60_000)
    await spend(62)
    expect(await list()).toEqual({ [today]: [120, 5] })
    engine.setTime(noon + dayMs)
    await spend(1)
    expect(await list()).toEqual({ [today]: [120, 7], [tomorrow]: [1, 0] })
  })

  test('of many requests at once that open a day, one hands its counts on', async () => {
    const { spend, list } = await countRequests()
    await spend(7)
    engine.setTime(noon + dayMs)
    await Promise.all(Array.from({ length: 20 }, () => spend(1)))
    expect(await list()).toEqual({ [today]: [7, 0], [tomorrow]: [20, 0] })
  })

  test('a day that opens though each answer is lost once keeps the day before, and counts once', async () => {
    const { spend, list } = await countRequests()
    await spend(4)
    engine.setTime(noon + dayMs)
    const losing = interceptSends(engine.table, async (send, command) => {
      await send(command)
      return send(command) // as the SDK sends it again
    })
    await spend(1, losing)
    expect(await list()).toEqual({ [today]: [4, 0], [tomorrow]: [1, 0] })
  })

  test('usage that cannot be kept costs a figure, and no request', async () => {
    const { spend, list } = await countRequests()
    await spend(4)
    engine.setTime(noon + dayMs)
    const failing = beforeSends(engine.table, ({ input }) => {
      if (JSON.stringify(input).includes('USAGE#')) throw new Error('unreachable')
    })
    await spend(1, failing)
    expect(await list()).toEqual({ [tomorrow]: [1, 0] })
  })

  test('after 90 days it is gone', async () => {
    const { companyId, id, list } = await countRequests()
    const kept = { id, company_id: companyId }
    for (const back of [0, 89, 90]) {
      const day = Math.floor(noon / dayMs) - back
      await keepUsage(engine.table, kept, { before: { day, day_count: 1 }, late: null })
    }
    expect(Object.keys(await list())).toEqual([dateOf(noon - 89 * dayMs), today])
  })
})
