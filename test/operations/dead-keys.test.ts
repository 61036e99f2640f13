import { createCompany } from '../../admin/companies/companies'
import { setSuspended } from '../../admin/companies/suspension'
import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import { removeDeadKeys } from '../../functions/operations/keys/dead-keys'
import type { HeldKey } from '../../functions/runtime/gateway/held-keys'
import { useTable } from '../support/table'

// What becomes of the keys of a stack at API Gateway, by what the table has of them.

const plan = 'starter' as const
const engine = useTable()

const hold = (id: string): HeldKey => ({ id, gateway_id: `gateway-${id}`, stack: 'Inventory-prod', created_at: '' })

/** What API Gateway holds, and what happens to it. Of `failing`, the removal fails. */
function openGateway(ids: string[]) {
  const state = { held: ids.map(hold), failing: '', failed: [] as string[], pauses: 0, until: Number.POSITIVE_INFINITY }
  const remove = async ({ id }: HeldKey) => {
    if (id === state.failing) throw new Error('It failed.')
    state.held = state.held.filter((key) => key.id !== id)
  }
  const run = (table = engine.table) =>
    removeDeadKeys(table, state.held, {
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
  const create = async (companyId = company.id, expiresAt: number | null = null) =>
    (
      await createApiKey(table, {
        ...{ companyId, userId: 'usr_1', plan, name: null, scopes: ['read'], prefix: 'sk_live_' },
        expiresAt,
      })
    ).row.id
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
  const { state, run, listIds } = openGateway([unknown, ...Object.values(known)])
  expect(await run()).toEqual({ seen: 6, removed: 3, left: 0, spared: 0, failed: 0 })
  expect(listIds()).toEqual([known.usable, known.later, known.suspended])
  expect(state.pauses).toBe(3)
  expect(await run()).toEqual({ seen: 3, removed: 0, left: 0, spared: 0, failed: 0 })
})

test('what there is no time for is left, and the next run goes on', async () => {
  const { usable, expired, revoked } = await makeKeys()
  const { state, run, listIds } = openGateway([usable, expired, revoked])
  state.until = engine.table.now()
  expect(await run()).toMatchObject({ removed: 0, left: 2 })
  state.until = Number.POSITIVE_INFINITY
  expect(await run()).toMatchObject({ removed: 2, left: 0 })
  expect(listIds()).toEqual([usable])
})

test('a removal that fails is told, and holds up no other', async () => {
  const { expired, revoked } = await makeKeys()
  const { state, run, listIds } = openGateway([expired, revoked])
  state.failing = expired
  expect(await run()).toEqual({ seen: 2, removed: 1, left: 1, spared: 0, failed: 1 })
  expect([state.failed, listIds()]).toEqual([[expired], [expired]])
})

test('where the table knows less than half of the keys, it may be another one: the unknown keys are spared', async () => {
  const { usable, revoked, unknown } = await makeKeys()
  const others = ['key_01K00000000000000000000002', 'key_01K00000000000000000000003']
  const { run, listIds } = openGateway([usable, revoked, unknown, ...others])
  expect(await run()).toEqual({ seen: 5, removed: 1, left: 3, spared: 3, failed: 0 })
  expect(listIds()).toEqual([usable, unknown, ...others])
})
