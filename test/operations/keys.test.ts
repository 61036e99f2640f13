import { createCompany } from '../../admin/companies/companies'
import { setSuspended } from '../../admin/companies/suspension'
import { localAccess } from '../../cli/target'
import type { Plan } from '../../functions/domain/companies/plan'
import { Refusal } from '../../functions/domain/errors'
import { admitRequest } from '../../functions/operations/companies/meter'
import { type ApiKeyWithSecret, createKey, revokeKey } from '../../functions/operations/keys/key-changes'
import { openControlPlane } from '../../functions/runtime/gateway/control-plane'
import { GatewayFull, type KeyMaking } from '../../functions/runtime/gateway/gateway-keys'
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
  const context = { table: engine.table, caller, idempotency: null, vault }
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
