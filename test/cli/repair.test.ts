import { APIGatewayClient } from '@aws-sdk/client-api-gateway'
import { createCompany, setSuspended } from '../../admin/companies/companies'
import { setErasing } from '../../admin/companies/erase-company'
import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import { forEveryCompany } from '../../cli/companies/every-company'
import { openListedKeys, openPacedClient, Pacer } from '../../cli/keys/many-keys'
import { localAccess } from '../../cli/target'
import type { Plan } from '../../functions/domain/companies/plan'
import { ulidLength } from '../../functions/domain/time'
import { openUsagePlanKeys } from '../../functions/runtime/gateway/usage-plan-keys'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { keys } from '../../functions/store/table/schema'
import { findRow } from '../../functions/store/table/table'
import { ApiGatewayStandIn } from '../support/api-gateway'
import { useAws } from '../support/aws'
import { runInventory } from '../support/command'
import { changeRow } from '../support/damage'
import { emptyTable } from '../support/empty-table'
import { rehearse } from '../support/rehearse'

const { engine, aws, settings } = useAws()
beforeEach(() => emptyTable(engine.table, []))

const planIds = { starter: 'plan-s', professional: 'plan-p', enterprise: 'plan-e' }
const access = () => ({ ...localAccess, endpoint: aws.endpoint })
const stack = 'Inventory-prod'

/** With `keys` keys, in the table alone. */
async function openCompany(plan: Plan, keys = 1, companyId?: string): Promise<{ id: string; keyIds: string[] }> {
  const { id } = await createCompany(engine.table, { name: 'Acme', plan, ...(companyId && { id: companyId }) })
  const key = { companyId: id, userId: 'usr_1', plan, name: null, expiresAt: null, prefix: 'sk_live_' } as const
  const keyIds: string[] = []
  for (let n = 0; n < keys; n++) keyIds.push((await createApiKey(engine.table, { ...key, scopes: ['read'] })).row.id)
  return { id, keyIds }
}

/** At API Gateway, in these usage plans. */
function addKey(name: string, ...plans: Plan[]): void {
  aws.gateway.keys.set(name, { name, value: name.slice(4), createdDate: 0 })
  for (const plan of plans) addTo(plan, name)
}

function addTo(plan: Plan, name: string): void {
  const members = aws.gateway.plans.get(planIds[plan]) ?? new Set()
  aws.gateway.plans.set(planIds[plan], members.add(ApiGatewayStandIn.idOf(name)))
}

/** The plans in whose usage plans API Gateway has the key. */
function findPlans(name: string): string[] {
  const id = ApiGatewayStandIn.idOf(name)
  return Object.entries(planIds).flatMap(([plan, planId]) => (aws.gateway.plans.get(planId)?.has(id) ? plan : []))
}

const listChanges = () =>
  aws.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

describe('of many keys', () => {
  const open = async () => {
    const client = new APIGatewayClient({ ...access(), maxAttempts: 1 })
    const gatewayKeys = openUsagePlanKeys(stack, async () => planIds, client)
    return openListedKeys({ client, stack, planIds, gatewayKeys }, () => {})
  }

  test('one that is where it belongs costs no call, one that is not as few as it takes', async () => {
    addKey('key_right', 'starter')
    addKey('key_lost')
    addKey('key_moved', 'enterprise', 'starter')
    const place = await open()
    const listed = aws.calls.length
    expect(await place('key_right', 'starter')).toBe('right')
    expect(aws.calls).toHaveLength(listed)
    expect(await place('key_lost', 'starter')).toBe('moved')
    expect(await place('key_moved', 'starter')).toBe('moved')
    expect(await place('key_gone', 'professional')).toBe('made')
    expect(listChanges()).toEqual([
      'POST /usageplans/plan-s/keys',
      'DELETE /usageplans/plan-e/keys/gateway-key_moved',
      'POST /apikeys',
      'POST /usageplans/plan-p/keys',
    ])
    expect(aws.calls).toHaveLength(listed + 4)
    for (const key of ['key_right', 'key_lost', 'key_moved']) expect(findPlans(key)).toEqual(['starter'])
    expect(findPlans('key_gone')).toEqual(['professional'])
  })

  test('one that was made after the list is moved', async () => {
    const place = await open()
    addKey('key_new', 'enterprise')
    aws.fail('POST /apikeys', { status: 409, type: 'ConflictException', message: 'API Key already exists' })
    expect(await place('key_new', 'starter')).toBe('moved')
    expect(findPlans('key_new')).toEqual(['starter'])
  })
})

describe('the pace', () => {
  /** Time goes on as the pacer waits. */
  const makeClock = () => {
    const clock = { at: 0, waits: [] as number[] }
    const sleep = async (ms: number) => void clock.waits.push(ms)
    return { clock, of: (perSecond: number) => new Pacer(perSecond, { now: () => clock.at, sleep }) }
  }

  test('is the same however many share it, and what was not used is not saved', async () => {
    const { clock, of } = makeClock()
    const pacer = of(4)
    await Promise.all(Array.from({ length: 4 }, () => pacer.wait()))
    expect(clock.waits).toEqual([250, 500, 750])
    clock.at = 10_000
    await Promise.all([pacer.wait(), pacer.wait()])
    expect(clock.waits.slice(3)).toEqual([250])
  })

  test('holds for all calls, and a slower one for new keys', async () => {
    const { clock, of } = makeClock()
    const pacers = { calls: of(10), creations: of(5) }
    const gateway = openUsagePlanKeys(stack, async () => planIds, openPacedClient(pacers, access()))
    await gateway.create('key_1', 'starter')
    await gateway.create('key_2', 'starter')
    expect(listChanges()).toHaveLength(4)
    // POST, POST; POST waits for both paces, POST.
    expect(clock.waits).toEqual([100, 200, 200, 300])
  })
})

describe('every company', () => {
  const run = (own: { after?: string; stop?: AbortSignal } = {}) => {
    const [told, seen] = [[] as string[], [] as string[]]
    const report = (text: string) => told.push(text)
    const every = { command: 'npx inventory work --all', after: '', stop: new AbortController().signal, report }
    const outcome = (work: (id: string) => Promise<void>) =>
      forEveryCompany(engine.table, { ...every, ...own }, async ({ id }) => {
        seen.push(id)
        await work(id)
        return { times: 1 }
      })
    return { told, seen, outcome }
  }
  const openMany = async (count: number) => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push((await openCompany('starter', 0)).id)
    return ids.sort()
  }

  test('where one fails, the others go on, and it is told', async () => {
    const ids = await openMany(4)
    await setSuspended(engine.table, ids[3] ?? '')
    await setErasing(engine.table, ids[3] ?? '')
    const { told, seen, outcome } = run()
    const summary = await outcome(async (id) => {
      if (id === ids[1]) throw new Error('no answer')
    })
    expect(seen.sort()).toEqual(ids.slice(0, 3))
    expect(summary).toEqual({ companies: 2, counts: { times: 2 }, failed: [ids[1]], next: null })
    expect(told).toContain(`${ids[1]} failed: no answer`)
    expect(told.at(-1)).toBe(`3 of 3 companies, up to ${ids[2]}`)
  })

  test('what is stopped names the command to go on with, which leaves out what is done', async () => {
    const ids = await openMany(20)
    const stop = new AbortController()
    const first = run({ stop: stop.signal })
    const stopped = await first.outcome(async () => {
      if (first.seen.length > 5) stop.abort()
    })
    const [, after = ''] = /^npx inventory work --all --after (.+)$/.exec(stopped.next ?? '') ?? []
    expect(ids.slice(0, first.seen.length)).toContain(after)
    const second = run({ after })
    expect(await second.outcome(async () => {})).toMatchObject({ failed: [], next: null })
    expect(second.seen.sort()).toEqual(ids.filter((id) => id > after))
    expect([...new Set([...first.seen, ...second.seen])].sort()).toEqual(ids)
  })

  test('where all fail, it ends soon, and begins there again', async () => {
    const ids = await openMany(40)
    const { seen, outcome } = run()
    let good = 4
    let letFail = () => {}
    const goodHaveEnded = new Promise<void>((resolve) => {
      letFail = resolve
    })
    const summary = await outcome(async (id) => {
      if (id <= String(ids[3])) {
        if (--good === 0) letFail()
        return
      }
      await goodHaveEnded // one that ends later would break the row of failures
      throw new Error('expired')
    })
    expect(summary).toMatchObject({ companies: 4, next: `npx inventory work --all --after ${ids[3]}` })
    expect(seen.length).toBeLessThan(30)
  })
})

describe('the commands', () => {
  const attempt = (...args: string[]) => runInventory([...args, '--stack', stack, '--json'], settings())

  test('keys repair puts the keys of every company where its plan is, and no dead ones', async () => {
    const one = await openCompany('starter', 2)
    const two = await openCompany('enterprise')
    const [dead = '', alive = ''] = one.keyIds
    await revokeApiKey(engine.table, dead)
    addKey(alive, 'professional')
    const { status, stdout, stderr } = await attempt('keys', 'repair', '--all')
    const outcome = { companies: 2, right: 0, moved: 1, made: 1, failed: [], next: null }
    expect([status, JSON.parse(stdout)]).toEqual([0, outcome])
    expect(stderr).toMatch(/^listing the keys that API Gateway has\n2 of 2 companies, up to cmp_\w+\n$/)
    expect([alive, ...two.keyIds].map(findPlans)).toEqual([['starter'], ['enterprise']])
    expect(aws.gateway.keys.has(dead)).toBe(false)
  })

  rehearse('a company that fails is listed, with status 1; once more, only that is done', async () => {
    // Ids of one millisecond are in no order.
    const one = await openCompany('starter', 1, `cmp_${'1'.repeat(ulidLength)}`)
    const two = await openCompany('enterprise', 1, `cmp_${'2'.repeat(ulidLength)}`)
    aws.fail('POST /usageplans/plan-e/keys')
    const failed = await attempt('keys', 'repair', '--all')
    expect([failed.status, JSON.parse(failed.stdout)]).toMatchObject([1, { companies: 1, failed: [two.id] }])
    expect(failed.stderr).toContain(`${two.id} failed: It failed.`)
    aws.reset()
    addKey(String(one.keyIds[0]), 'starter')
    addKey(String(two.keyIds[0]))
    const again = await attempt('keys', 'repair', '--all', '--after', one.id)
    expect([again.status, JSON.parse(again.stdout)]).toMatchObject([0, { companies: 1, right: 0, moved: 1 }])
    const single = await attempt('keys', 'repair', '--company', one.id)
    expect(JSON.parse(single.stdout)).toEqual({ company_id: one.id, right: 1, moved: 0, made: 0 })
  })

  rehearse('companies plan --all also sets the limits of keys', async () => {
    const { id, keyIds } = await openCompany('professional')
    const [row] = await readApiKeys(engine.table, id)
    const { hash } = (await findRow(engine.table, keys.principalById(String(keyIds[0])))) ?? {}
    await changeRow(engine.table, keys.principal(String(hash)), { minute_limit: 1, plan: 'starter' })
    const { status, stdout } = await attempt('companies', 'plan', '--all')
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { companies: 1, made: 1, failed: [] }])
    expect(await readApiKeys(engine.table, id)).toEqual([row])
    expect(findPlans(String(keyIds[0]))).toEqual(['professional'])
  })
})
