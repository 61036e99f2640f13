import { createCompany, setSuspended } from '../../admin/companies/companies'
import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import { localAccess } from '../../cli/target'
import type { Plan } from '../../functions/domain/companies/plan'
import { Refusal } from '../../functions/domain/errors'
import { admitRequest } from '../../functions/operations/companies/meter'
import { openContext } from '../../functions/operations/context'
import { type ApiKeyWithSecret, createKey, revokeKey } from '../../functions/operations/keys/key-changes'
import { removeOrphanedKeys } from '../../functions/operations/keys/orphaned-keys'
import { openControlPlane } from '../../functions/runtime/gateway/control-plane'
import { GatewayFull, type KeyMaking } from '../../functions/runtime/gateway/gateway-keys'
import type { GatewayKey } from '../../functions/runtime/gateway/read-gateway-keys'
import { openUsagePlanKeys } from '../../functions/runtime/gateway/usage-plan-keys'
import type { Vault } from '../../functions/runtime/vault'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { hashSecret } from '../../functions/store/companies/principals'
import { ApiGatewayStandIn } from '../support/api-gateway'
import { useAws } from '../support/aws'
import { rehearse } from '../support/rehearse'
import { renderJson } from '../support/shop'
import { makeCaller } from '../support/table'

// What becomes of API Gateway's keys, whatever call of its control plane fails.

const plan = 'starter' as Plan
const fields = { name: 'Till', scopes: ['read' as const], expires_at: null }
/** The master key is not what these tests are about. */
const vault: Vault = { seal: async (text) => text, open: async (text) => text, isCurrent: async () => true }

const ids = { starter: 'plan-s', professional: 'plan-p', enterprise: 'plan-e' }
const { engine, aws } = useAws()
const makeGateway = (maxAttempts: number) => {
  const config = { ...localAccess, endpoint: aws.endpoint, maxAttempts }
  return openUsagePlanKeys('Inventory-prod', async () => ids, openControlPlane(config))
}
let making: KeyMaking
beforeEach(() => {
  making = { gateway: makeGateway(1), prefix: 'sk_live_', activeIn: 60 }
})

async function openCompany() {
  const company = await createCompany(engine.table, { name: 'Test', plan })
  const caller = { ...makeCaller(company.id), plan }
  const context = { ...openContext(engine.table, caller), vault }
  return {
    id: company.id,
    create: () => createKey(context, making, fields, renderJson),
    revoke: (id: string) => revokeKey(context, making, id, () => renderJson(null)),
    list: () => readApiKeys(engine.table, company.id),
  }
}
const held = () => [...aws.gateway.keys.keys()]
const works = async ({ key }: ApiKeyWithSecret) =>
  (await admitRequest(engine.table, hashSecret(key))).outcome === 'admitted'

test('a key is in the usage plan of its company before the table has it, and leaves API Gateway when it is revoked', async () => {
  const { create, revoke, list } = await openCompany()
  const key = await create()
  expect(held()).toEqual([key.id])
  expect(aws.gateway.plans.get('plan-s')).toEqual(new Set([ApiGatewayStandIn.idOf(key.id)]))
  expect(JSON.stringify(aws.calls)).not.toContain(key.key)
  expect(await works(key)).toBe(true)
  await revoke(key.id)
  expect([held(), await works(key)]).toEqual([[], false])
  expect((await list()).map(({ revoked_at }) => revoked_at)).toEqual([expect.any(Number)])
})

test.each(['POST /apikeys', 'POST /usageplans/plan-s/keys'])(
  'a key that cannot be made, since %s fails, leaves nothing',
  async (call) => {
    const { create, list } = await openCompany()
    aws.fail(call)
    await expect(create()).rejects.toThrow('It failed.')
    expect([held(), await list()]).toEqual([[], []])
  },
)

test('at the quota of API Gateway, nothing is made, and the call is sent once, though it has the status of a throttle', async () => {
  const { create, list } = await openCompany()
  making = { ...making, gateway: makeGateway(10) }
  aws.fail('POST /apikeys', { status: 429, type: 'LimitExceededException', message: 'API Keys limit exceeded' })
  await expect(create()).rejects.toBeInstanceOf(GatewayFull)
  expect([held(), await list()]).toEqual([[], []])
  expect(aws.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a key that the table refuses is taken back from API Gateway', async () => {
  const { id, create, list } = await openCompany()
  await setSuspended(engine.table, id)
  await expect(create()).rejects.toBeInstanceOf(Refusal)
  expect([held(), await list()]).toEqual([[], []])
})

test.each(['GET /apikeys', 'DELETE /apikeys'])(
  'a key does not work any more though %s fails, and goes when the request is sent again',
  async (call) => {
    const { create, revoke } = await openCompany()
    const key = await create()
    const failing = call === 'GET /apikeys' ? call : `${call}/${ApiGatewayStandIn.idOf(key.id)}`
    aws.fail(failing)
    await expect(revoke(key.id)).rejects.toThrow('It failed.')
    expect(await works(key)).toBe(false)
    aws.failing.clear()
    await revoke(key.id)
    expect(held()).toEqual([])
  },
)

rehearse('a hundred keys are made, used and revoked; none works after that, and API Gateway holds none', async () => {
  const { create, revoke, list } = await openCompany()
  const keys: ApiKeyWithSecret[] = []
  for (let number = 0; number < 100; number++) keys.push(await create())
  expect(await Promise.all(keys.map(works))).toEqual(keys.map(() => true))
  expect(held()).toHaveLength(100)
  for (const { id } of keys) await revoke(id)
  expect(await Promise.all(keys.map(works))).toEqual(keys.map(() => false))
  expect(held()).toEqual([])
  expect((await list()).filter(({ revoked_at }) => revoked_at === undefined)).toEqual([])
})

// What becomes of the keys of a stack at API Gateway, by what the table has of them.

const hold = (id: string): GatewayKey => ({ id, gateway_id: `gateway-${id}`, stack: 'Inventory-prod', created_at: '' })

/** What API Gateway holds, and what happens to it. Of `failing`, the removal fails. */
function openHeldKeys(ids: string[]) {
  const state = { held: ids.map(hold), failing: '', failed: [] as string[], pauses: 0, until: Number.POSITIVE_INFINITY }
  const remove = async ({ id }: GatewayKey) => {
    if (id === state.failing) throw new Error('It failed.')
    state.held = state.held.filter((key) => key.id !== id)
  }
  const run = (table = engine.table) =>
    removeOrphanedKeys(table, state.held, {
      remove,
      fail: ({ id }) => void state.failed.push(id),
      until: state.until,
      pause: async () => void state.pauses++,
    })
  return { state, run, listIds: () => state.held.map(({ id }) => id) }
}

async function makeKeys() {
  const { table } = engine
  const company = await createCompany(table, { name: 'Test', plan })
  const key = { userId: 'usr_1', plan, name: null, prefix: 'sk_live_' } as const
  const create = async (companyId = company.id, expiresAt: number | null = null) =>
    (await createApiKey(table, { ...key, companyId, scopes: ['read'], expiresAt })).row.id
  const away = await createCompany(table, { name: 'Away', plan })
  const suspended = await create(away.id)
  await setSuspended(table, away.id)
  const revoked = await create()
  await revokeApiKey(table, revoked)
  const ids = { usable: await create(), later: await create(company.id, table.now() + 60_000), suspended, revoked }
  return { ...ids, expired: await create(company.id, table.now()), unknown: 'key_01K00000000000000000000001' }
}

test('a key goes that was revoked, has expired or is unknown; those stay that open something, now or once resumed', async () => {
  const { unknown, ...known } = await makeKeys()
  const { state, run, listIds } = openHeldKeys([unknown, ...Object.values(known)])
  expect(await run()).toEqual({ seen: 6, removed: 3, left: 0, skipped: 0, failed: 0 })
  expect(listIds()).toEqual([known.usable, known.later, known.suspended])
  expect(state.pauses).toBe(3)
  expect(await run()).toEqual({ seen: 3, removed: 0, left: 0, skipped: 0, failed: 0 })
})

test('what there is no time for is left, and the next run goes on', async () => {
  const { usable, expired, revoked } = await makeKeys()
  const { state, run, listIds } = openHeldKeys([usable, expired, revoked])
  state.until = engine.table.now()
  expect(await run()).toMatchObject({ removed: 0, left: 2 })
  state.until = Number.POSITIVE_INFINITY
  expect(await run()).toMatchObject({ removed: 2, left: 0 })
  expect(listIds()).toEqual([usable])
})

test('a removal that fails is told, and holds up no other', async () => {
  const { expired, revoked } = await makeKeys()
  const { state, run, listIds } = openHeldKeys([expired, revoked])
  state.failing = expired
  expect(await run()).toEqual({ seen: 2, removed: 1, left: 1, skipped: 0, failed: 1 })
  expect([state.failed, listIds()]).toEqual([[expired], [expired]])
})

test('where the table knows less than half of the keys, it may be another one: the unknown keys are skipped', async () => {
  const { usable, revoked, unknown } = await makeKeys()
  const others = ['key_01K00000000000000000000002', 'key_01K00000000000000000000003']
  const { run, listIds } = openHeldKeys([usable, revoked, unknown, ...others])
  expect(await run()).toEqual({ seen: 5, removed: 1, left: 3, skipped: 3, failed: 0 })
  expect(listIds()).toEqual([usable, unknown, ...others])
})
