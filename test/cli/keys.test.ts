import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import { tryKey } from '../../cli/keys/new-key'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { ApiGatewayStandIn } from '../support/api-gateway'
import { startAwsStandIn, useAws } from '../support/aws'
import { inventory, readJson, runInventory, runShell, spawnInventory } from '../support/command'
import { rehearse } from '../support/rehearse'

const { engine, aws, settings } = useAws()
const stack = ['--stack', 'Inventory-prod', '--json']
const attempt = (tool: string, args: string[]) => runInventory([tool, ...args], settings())

async function createCompany(): Promise<string> {
  return (await readJson(attempt('companies', ['create', '--name', 'Acme', '--plan', 'starter', ...stack]))).id
}

rehearse('the SDK does not warn of this Node', async () => {
  const unset = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: '' }
  const args = ['companies', 'create', '--name', 'Acme', '--plan', 'starter', ...stack]
  const { status, stderr } = await spawnInventory(args, { ...settings(), ...unset })
  expect([status, stderr]).toEqual([0, ''])
})

describe('a new key', () => {
  const create = async (...args: string[]) => {
    const company = await createCompany()
    const { status, stdout, stderr } = await attempt('keys', ['create', '--company', company, ...args, ...stack])
    const [row] = await readApiKeys(engine.table, company)
    return { status, stdout, stderr, row }
  }

  test('is not tried with --no-wait', async () => {
    const { status, stdout, stderr, row } = await create('--no-wait')
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { id: row?.id, key: expect.stringMatching(/^sk_live_/) }])
    expect(stderr).toContain('was not tried: --no-wait was given')
    expect(aws.calls.map(({ path }) => path)).toEqual(['/apikeys', '/usageplans/plan-s/keys'])
  })

  test('is tried at --url', async () => {
    const { status, stderr } = await create('--url', `${aws.endpoint}/custom/v1/`)
    expect([status, stderr]).toEqual([0, ''])
    expect(aws.calls.at(-1)?.path).toBe('/custom/v1/items?limit=1')
  })

  test.each([
    ['| true', 'the reader stopped before the end'],
    ['1< package.json', 'EBADF: bad file descriptor, write'], // can only be read
  ])('whose secret could not be shown is told, with what to do: %s', async (end, reason) => {
    const company = await createCompany()
    const line = `${process.execPath} ${inventory} keys create --company ${company} --no-wait ${stack.join(' ')} ${end}`
    const { status, stderr } = await runShell(`set -o pipefail; ${line}`, settings())
    const [row] = await readApiKeys(engine.table, company)
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${reason}\nThe key ${row?.id} is made, and works`)])
    expect(stderr).toContain(`npx inventory keys revoke --key ${row?.id}`)
    expect(stderr).not.toMatch(/^ +at /m)
  })

  rehearse('is kept and shown where the URL cannot be reached', async () => {
    const { status, stdout, stderr, row } = await create('--url', 'http://127.0.0.1:9/v1')
    expect([status, JSON.parse(stdout).key]).toEqual([0, expect.stringMatching(/^sk_live_/)])
    expect(stderr).toContain('was not tried: http://127.0.0.1:9/v1 cannot be reached')
    expect(stderr).not.toMatch(/^ +at /m)
    expect(row?.revoked_at).toBeUndefined()
  })

  test('is revoked at the quota of API Gateway, and what to do is said at once', async () => {
    aws.fail('POST /apikeys', { status: 429, type: 'LimitExceededException', message: 'API Keys limit exceeded' })
    const { status, stdout, stderr, row } = await create('--no-wait')
    expect([status, stdout, row?.revoked_at]).toEqual([1, '', expect.any(Number)])
    expect(stderr).toContain('no more than 10000 keys for an account and region. AWS does not raise that. Remove those')
    expect(stderr).toContain('npx inventory keys leftovers --stack NAME --remove')
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

test.each<[string, number, object, number, (() => Promise<never>)?]>([
  ['when API Gateway knows it', 5, { result: 'accepted', why: '' }, 5],
  ['after a minute', 1_000, { result: 'unknown', why: expect.stringMatching(/^http.*\/v1 answers 401$/) }, 60],
  [
    'where it is stopped',
    9,
    { result: 'untried', why: 'the waiting was stopped' },
    0,
    () => Promise.reject(new Error()),
  ],
])('the trial of a key ends %s', async (...[, unknownFor, trial, waits, stop]) => {
  let pauses = 0
  const api = await startAwsStandIn('none', unknownFor)
  const pause = stop ?? (async () => void pauses++)
  const outcome = await tryKey(`${api.endpoint}/v1`, 'sk_live_1', pause).finally(api.stop)
  expect([outcome, pauses]).toEqual([trial, waits])
})

describe('leftovers', () => {
  const hourMs = 3_600_000
  const ulid = (number: number) => `01K00000000000000000000${String(number).padStart(3, '0')}`
  const run = async (...args: string[]) => {
    const outcome = await attempt('keys', ['leftovers', ...args, '--json'])
    return { ...outcome, rows: outcome.stdout === '' ? [] : JSON.parse(outcome.stdout).data }
  }

  /** A key that is two hours old, unless `fields` say otherwise. */
  function addKey(number: number, fields: Partial<{ name: string; value: string; createdDate: number; tags: object }>) {
    const name = `key_${ulid(number)}`
    const createdDate = Math.floor((Date.now() - 2 * hourMs) / 1_000)
    const key = { name, value: ulid(number), createdDate, ...fields }
    aws.gateway.keys.set(key.name, key)
    return key.name
  }

  function addKeys() {
    const [old, used] = [addKey(1, {}), addKey(3, {})]
    const gone = addKey(2, { tags: { 'inventory-stack': 'Inventory-dev' } })
    addKey(4, { createdDate: Math.floor(Date.now() / 1_000) - 3_000 })
    addKey(5, { name: 'key_of_someone' })
    addKey(6, { value: 'anothervalueanothervalue12' })
    const ids = [7, 8].map((number) => addKey(number, {})).map(ApiGatewayStandIn.idOf)
    aws.gateway.plans.set('plan-1', new Set(['other', 'another', ApiGatewayStandIn.idOf(used)]))
    aws.gateway.plans.set('plan-2', new Set())
    aws.gateway.plans.set('plan-3', new Set(ids))
    return { old, gone, used }
  }

  test('are our keys of an hour or older that are in no usage plan', async () => {
    const { old, gone } = addKeys()
    const { status, rows, stderr } = await run()
    expect(status).toBe(0)
    const created_at = expect.stringMatching(/Z$/)
    expect(rows).toEqual([
      { id: old, gateway_id: ApiGatewayStandIn.idOf(old), stack: null, created_at },
      { id: gone, gateway_id: ApiGatewayStandIn.idOf(gone), stack: 'Inventory-dev', created_at },
    ])
    expect(stderr).toContain('8 keys at API Gateway read')
    expect(stderr).toContain('3 usage plans read, with 5 keys')
    expect(aws.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('are removed one by one, and the command can be repeated', async () => {
    const { old, gone } = addKeys()
    aws.fail(`DELETE /apikeys/${ApiGatewayStandIn.idOf(old)}`)
    // It is deleted, but answered with an error.
    const { status, rows, stderr } = await run('--remove')
    expect(status).toBe(1)
    const outcomes = rows.map(({ id, outcome }: Record<string, string>) => [id, outcome])
    expect(Object.fromEntries(outcomes)).toEqual({ [old]: 'failed: It failed.', [gone]: 'removed' })
    expect(stderr).toContain(`2 of 2: ${gone} removed`)
    aws.failing.clear()
    expect(await run('--remove')).toMatchObject({ status: 0, rows: [] })
    expect(aws.gateway.keys.size).toBe(6)
  })

  test('of a stack are those that open nothing, in a usage plan or not, and it says why', async () => {
    const company = await createCompany()
    const key = { companyId: company, userId: 'usr_1', plan: 'starter', name: null, prefix: 'sk_live_' } as const
    const create = async (expiresAt: number | null) =>
      (await createApiKey(engine.table, { ...key, scopes: ['read'], expiresAt })).row.id
    const [usable, expired, revoked] = [await create(null), await create(1), await create(null)]
    await revokeApiKey(engine.table, revoked)
    const tags = { 'inventory-stack': 'Inventory-prod' }
    for (const name of [usable, expired, revoked]) addKey(0, { name, value: name.slice(4), tags })
    const killed = addKey(9, { tags })
    addKey(10, { tags: { 'inventory-stack': 'Inventory-dev' } })
    const found = [
      { id: expired, why: 'expired' },
      { id: revoked, why: 'revoked' },
      { id: killed, why: 'unknown' },
    ]
    const { status, rows } = await run('--stack', 'Inventory-prod')
    expect([status, rows]).toMatchObject([0, found])
    const removed = await run('--stack', 'Inventory-prod', '--remove')
    expect(removed.rows).toMatchObject(found.map((key) => ({ ...key, outcome: 'removed' })))
    expect([...aws.gateway.keys.keys()]).toEqual([usable, `key_${ulid(10)}`])
  })

  test('no key is removed that has come into a usage plan by then', async () => {
    const { old } = addKeys()
    const found = new Set(['plan-1'])
    aws.gateway.listedPlans = (plans) => plans.filter((plan) => found.has(plan))
    aws.gateway.plans.set('plan-4', new Set([ApiGatewayStandIn.idOf(old)]))
    const { rows } = await run('--remove')
    expect(rows).toContainEqual(expect.objectContaining({ id: old, outcome: 'in a usage plan by now' }))
    expect(aws.gateway.keys.has(old)).toBe(true)
  })
})
