import { createCompany } from '../../admin/companies/companies'
import { createApiKey } from '../../admin/keys/api-keys'
import { admitRequest } from '../../functions/operations/companies/meter'
import { keepUsage, listUsage } from '../../functions/operations/companies/usage'
import type { Table } from '../../functions/store/client'
import { hashSecret } from '../../functions/store/companies/principals'
import { readUsage } from '../../functions/store/companies/usage-row'
import { interceptSends } from '../support/dying'
import { noon, useTable } from '../support/table'

const engine = useTable()

const dayMs = 86_400_000
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const [today, tomorrow] = [dateOf(noon), dateOf(noon + dayMs)]

async function newKey() {
  const { id: companyId } = await createCompany(engine.table, { name: 'Test', plan: 'starter' })
  const key = { companyId, userId: 'usr_1', plan: 'starter', name: null, expiresAt: null, prefix: 'sk_test_' } as const
  const { row, secret } = await createApiKey(engine.table, { ...key, scopes: ['read'] })
  const caller = { companyId, plan: 'starter', userId: 'usr_1', requestId: '' } as const
  const context = { table: engine.table, idempotency: null, caller: { ...caller, actor: { type: 'api_key', ...row } } }
  return {
    companyId,
    id: row.id,
    spend: async (count: number, table: Table = engine.table) => {
      for (let request = 0; request < count; request++) await admitRequest(table, hashSecret(secret))
    },
    list: (days = 90) => listUsage(context as never, { days }),
  }
}

test('the day under way is listed, and is kept when the next one opens', async () => {
  const { companyId, id, spend, list } = await newKey()
  await spend(3)
  expect(await list()).toEqual([{ date: today, id, requests: 3, refused: 0 }])
  expect(await readUsage(engine.table, companyId, '')).toEqual([])
  engine.setTime(noon + dayMs)
  await spend(2)
  expect(await list()).toEqual([
    { date: today, id, requests: 3, refused: 0 },
    { date: tomorrow, id, requests: 2, refused: 0 },
  ])
  expect(await list(1)).toEqual([{ date: tomorrow, id, requests: 2, refused: 0 }])
})

test('what is refused is told with the next request that is counted, also on another day', async () => {
  const { id, spend, list } = await newKey()
  await spend(65)
  expect(await list()).toEqual([{ date: today, id, requests: 60, refused: 0 }])
  engine.setTime(noon + 60_000)
  await spend(62)
  expect(await list()).toEqual([{ date: today, id, requests: 120, refused: 5 }])
  engine.setTime(noon + dayMs)
  await spend(1)
  expect(await list()).toEqual([
    { date: today, id, requests: 120, refused: 7 },
    { date: tomorrow, id, requests: 1, refused: 0 },
  ])
})

test('of many requests at once that open a day, one hands its counts on', async () => {
  const { id, spend, list } = await newKey()
  await spend(7)
  engine.setTime(noon + dayMs)
  await Promise.all(Array.from({ length: 20 }, () => spend(1)))
  expect(await list()).toEqual([
    { date: today, id, requests: 7, refused: 0 },
    { date: tomorrow, id, requests: 20, refused: 0 },
  ])
})

test('a day that opens though each answer is lost once keeps the day before, and counts once', async () => {
  const { id, spend, list } = await newKey()
  await spend(4)
  engine.setTime(noon + dayMs)
  const losing = interceptSends(engine.table, async (send, command) => {
    await send(command)
    return send(command) // as the SDK sends it again
  })
  await spend(1, losing)
  expect(await list()).toEqual([
    { date: today, id, requests: 4, refused: 0 },
    { date: tomorrow, id, requests: 1, refused: 0 },
  ])
})

test('usage that cannot be kept costs a figure, and no request', async () => {
  const { id, spend, list } = await newKey()
  await spend(4)
  engine.setTime(noon + dayMs)
  const failing = interceptSends(engine.table, async (send, command) => {
    if (JSON.stringify(command.input).includes('USAGE#')) throw new Error('unreachable')
    return send(command)
  })
  await spend(1, failing)
  expect(await list()).toEqual([{ date: tomorrow, id, requests: 1, refused: 0 }])
})

test('after 90 days it is gone', async () => {
  const { companyId, id, list } = await newKey()
  const kept = { id, company_id: companyId }
  for (const back of [0, 89, 90]) {
    const day = Math.floor(noon / dayMs) - back
    await keepUsage(engine.table, kept, { before: { day, day_count: 1 }, late: null })
  }
  expect((await list()).map(({ date }) => date)).toEqual([dateOf(noon - 89 * dayMs), today])
})
