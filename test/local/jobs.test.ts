import { readBase } from '../../functions/catalogue/items/item-base'
import { createCompany } from '../../functions/operations/companies/companies'
import type { Head } from '../../functions/store/catalogue/head'
import { queryPartitions } from '../../functions/store/client'
import { snapshotRowsOf } from '../../functions/store/snapshots/snapshot-row'
import { newCompany, startTestService, type TestService } from '../../testing/service'
import { testStack } from '../../testing/stack'
import { stockUp } from '../../testing/stock'
import { noon } from '../../testing/table'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const local = async (method: string, path: string, from = service) => {
  const answer = await fetch(new URL(path, from.baseUrl), { method })
  return { status: answer.status, body: (await answer.json()) as { data: { id: string; expression: string }[] } }
}

/** Waits for what runs on its own: tries until it is there. */
async function eventually<Result>(attempt: () => Promise<Result | null | false>): Promise<Result> {
  for (;;) {
    const result = await attempt()
    if (result) return result
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function bigCompany(on: TestService) {
  const { call, company } = await newCompany(on)
  await stockUp(on.rows, company.id, 3_000, { since: noon - 30_000, quantity: () => 0 })
  return { call, company }
}

test('a list that had to read 3 000 rows asks for a base; the night counts the log and renews the base once something has changed', async () => {
  const { call, company } = await bigCompany(service)
  const list = async () => (await call('GET', '/items?limit=1')).body.pagination.total
  const head = async (): Promise<Head | null> => (await readBase(service.rows, company.id))?.head ?? null
  expect(await list()).toBe(3_000)
  const first = await eventually(head)
  expect(first).toMatchObject({ rows: 3_000, chunks: 1 })
  const { body } = await local('GET', '/_local/schedules')
  const nightly = body.data.find(({ id }) => id.includes('NightlyUpkeep'))
  expect(nightly?.expression).toBe('cron(17 3 * * ? *)')
  const run = () => local('POST', `/_local/schedules/${nightly?.id}/run`)
  service.setTime(noon + 86_400_000)
  expect(await run()).toMatchObject({ status: 200, body: { status: 'completed' } })
  expect(await head()).toEqual(first) // nothing has changed
  const days = await queryPartitions(service.rows, [`LOGDAYS#${company.id}`])
  expect(days).toMatchObject([{ sk: '2026-03-14', counts: { 'create|item||usr_1': 3_000 } }])
  await call('POST', '/items', { name: 'Bolt', sku: 'late' })
  await run()
  const next = await eventually(async () => {
    const found = await head()
    return found?.base !== first.base && found
  })
  expect(next).toMatchObject({ rows: 3_001 })
  expect(await list()).toBe(3_001)
}, 60_000)

test('a compaction that fails three times lands in the queue of failures; the list is right all the same', async () => {
  const stack = testStack()
  for (const { Type, Properties } of Object.values(stack.template.Resources)) {
    const environment = Properties?.Environment as { Variables: Record<string, string> } | undefined
    if (Type === 'AWS::Lambda::Function' && Number(Properties?.MemorySize) === 2048 && environment)
      environment.Variables.TABLE_NAME = 'none'
  }
  const broken = await startTestService(stack)
  try {
    const { call, company } = await bigCompany(broken)
    expect((await call('GET', '/items?limit=1')).body.pagination.total).toBe(3_000)
    const [failure] = await eventually(async () => {
      const { data } = (await local('GET', '/_local/failures', broken)).body
      return data.length > 0 && data
    })
    expect(failure).toMatchObject({
      attempts: 3,
      event: { company_id: company.id },
      queue: expect.stringContaining(':sqs:'),
    })
  } finally {
    await broken.stop()
  }
}, 60_000)

test('a function may invoke only what its role names', async () => {
  const stack = testStack()
  type Role = { Policies: { PolicyDocument: { Statement: { Action: string | string[] }[] } }[] }
  for (const [id, { Type, Properties }] of Object.entries(stack.template.Resources)) {
    if (Type !== 'AWS::IAM::Role' || !id.startsWith('ListItemsRole')) continue
    for (const { PolicyDocument } of (Properties as Role).Policies)
      PolicyDocument.Statement = PolicyDocument.Statement.filter(({ Action }) => Action !== 'lambda:InvokeFunction')
  }
  const denied = await startTestService(stack)
  try {
    const { call } = await bigCompany(denied)
    expect((await call('GET', '/items?limit=1')).status).toBe(200)
    expect(denied.logs.join('\n')).toContain('is not authorized to perform: lambda:InvokeFunction')
  } finally {
    await denied.stop()
  }
}, 60_000)

test('the local service knows no other schedule', async () => {
  expect((await fetch(new URL('/_local/schedules/none/run', service.baseUrl), { method: 'POST' })).status).toBe(404)
})

test('two schedules of one day make one snapshot of each of 1 000 Enterprise companies among 3 000, and none of others', async () => {
  const plans = ['starter', 'professional', 'enterprise'] as const
  const companies: { id: string; plan: string }[] = []
  for (let from = 0; from < 3_000; from += 50) {
    const some = Array.from({ length: 50 }, (_, index) => plans[(from + index) % 3] ?? 'starter')
    companies.push(...(await Promise.all(some.map((plan) => createCompany(service.rows, { name: 'One', plan })))))
  }
  const enterprise = companies.filter(({ plan }) => plan === 'enterprise')
  expect(enterprise).toHaveLength(1_000)
  await stockUp(service.rows, enterprise[0]?.id ?? '', 3, { since: noon - 60_000, quantity: () => 7 })
  const { body } = await local('GET', '/_local/schedules')
  const daily = body.data.find(({ id }) => id.includes('DailySnapshots'))
  expect(daily?.expression).toBe('cron(7 2 * * ? *)')
  const run = () => local('POST', `/_local/schedules/${daily?.id}/run`)
  for (const result of await Promise.all([run(), run()])) expect(result.status).toBe(200)
  for (const { id } of enterprise)
    await eventually(async () => (await snapshotRowsOf(service.rows, id)).some(({ status }) => status === 'ready'))
  expect((await run()).status).toBe(200)
  let taken = 0
  for (const { id, plan } of companies) {
    const snapshots = await snapshotRowsOf(service.rows, id)
    expect(snapshots).toHaveLength(plan === 'enterprise' ? 1 : 0)
    taken += snapshots.length
  }
  expect(taken).toBe(1_000)
  const [first] = await snapshotRowsOf(service.rows, enterprise[0]?.id ?? '')
  expect(first).toMatchObject({
    type: 'automatic',
    status: 'ready',
    item_count: 3,
    total_quantity: 21,
    created_by: 'system',
  })
  const log = await queryPartitions(service.rows, [`LOG#${enterprise[1]?.id}`])
  expect(log).toMatchObject([{ action: 'create', resource_type: 'snapshot', actor_type: 'system', n: 1 }])
}, 180_000)
