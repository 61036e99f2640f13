import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setErasing } from '../../admin/companies/erasure'
import { suspendKeys } from '../../admin/companies/suspension'
import { revokeApiKey } from '../../admin/keys/api-keys'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { startAwsStandIn } from '../support/aws'
import { runInventory } from '../support/command'
import { emptyTable } from '../support/empty-table'
import { backdateSuspension } from '../support/moving'
import { rehearse } from '../support/rehearse'
import { startTestTable, type TestTable } from '../support/table'

// Against a deployed stack, by the requests that the tools send.

let engine: TestTable
let aws: Awaited<ReturnType<typeof startAwsStandIn>>
beforeAll(async () => {
  engine = await startTestTable()
  aws = await startAwsStandIn(engine.table.name, 2)
})
afterAll(async () => {
  await aws.stop()
  await engine.stop()
})
beforeEach(() => aws.reset())

const settings = () => ({
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL: aws.endpoint,
  AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
})
const attempt = (tool: string, ...args: string[]) =>
  runInventory([tool, ...args, '--stack', 'Inventory-prod', '--json'], settings())
const listKeys = () => [...aws.gateway.keys.keys()]
const tags = { 'inventory-stack': 'Inventory-prod' }

async function run(tool: string, ...args: string[]) {
  const { stdout, stderr } = await attempt(tool, ...args)
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

rehearse(
  'a key is added to the plan under an alphanumeric value that is not the secret, moved with the company, and deleted',
  async () => {
    const company = await run('companies', 'create', '--name', 'Acme', '--plan', 'starter')
    expect(aws.calls).toEqual([])

    const { id, key } = await run('keys', 'create', '--company', company.id)
    expect(key).toMatch(/^sk_live_/)
    const tried = { method: 'GET', path: '/v1/items?limit=1', body: null }
    expect(aws.calls).toEqual([
      { method: 'POST', path: '/apikeys', body: { name: id, value: id.slice(4), enabled: true, tags } },
      { method: 'POST', path: '/usageplans/plan-s/keys', body: { keyId: `gateway-${id}`, keyType: 'API_KEY' } },
      tried,
      tried,
      tried, // API Gateway did not know the key the first two times
    ])
    expect(id.slice(4)).toMatch(/^[0-9A-Za-z]{26}$/)
    expect(JSON.stringify(aws.calls)).not.toContain(key)

    aws.calls.splice(0)
    await run('companies', 'plan', '--company', company.id, '--plan', 'enterprise')
    expect(aws.calls).toEqual([
      { method: 'GET', path: `/apikeys?name=${id}`, body: null },
      { method: 'DELETE', path: `/usageplans/plan-s/keys/gateway-${id}`, body: null },
      { method: 'DELETE', path: `/usageplans/plan-p/keys/gateway-${id}`, body: null },
      { method: 'POST', path: '/usageplans/plan-e/keys', body: { keyId: `gateway-${id}`, keyType: 'API_KEY' } },
    ])

    aws.calls.splice(0)
    await run('keys', 'revoke', '--key', id)
    expect(aws.calls).toEqual([
      { method: 'GET', path: `/apikeys?name=${id}`, body: null },
      { method: 'DELETE', path: `/apikeys/gateway-${id}`, body: null },
    ])
    expect((await readApiKeys(engine.table, company.id))[0]?.revoked_at).toEqual(expect.any(Number))
  },
)

rehearse('leftovers of a stack are its keys that open nothing; those that are used or new stay', async () => {
  const company = await run('companies', 'create', '--name', 'Acme', '--plan', 'starter')
  const used = await run('keys', 'create', '--company', company.id)
  const revoked = await run('keys', 'create', '--company', company.id)
  await revokeApiKey(engine.table, revoked.id)
  const unknown = `key_${'0'.repeat(26)}`
  const createdDate = Math.floor(Date.now() / 1_000) - 7_200
  for (const name of [used.id, revoked.id, unknown])
    aws.gateway.keys.set(name, { name, value: name.slice(4), createdDate, tags })
  aws.gateway.keys.set(`key_${'1'.repeat(26)}`, {
    name: `key_${'1'.repeat(26)}`,
    value: '1'.repeat(26),
    createdDate,
    tags: { 'inventory-stack': 'Other' },
  })
  const list = async (...args: string[]) => JSON.parse((await attempt('keys', 'leftovers', ...args)).stdout).data
  expect((await list()).map(({ id }: { id: string }) => id).sort()).toEqual([unknown, revoked.id].sort())
  const removed: { outcome: string }[] = await list('--remove')
  expect(removed.map(({ outcome }) => outcome)).toEqual(['removed', 'removed'])
  expect(listKeys().sort()).toEqual([used.id, `key_${'1'.repeat(26)}`].sort())
})

test.each(['POST /apikeys', 'POST /usageplans/plan-s/keys'])(
  'a key that cannot be made, since %s fails, leaves nothing that works',
  async (call) => {
    const company = await run('companies', 'create', '--name', 'Acme', '--plan', 'starter')
    aws.fail(call)
    expect(await attempt('keys', 'create', '--company', company.id)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'It failed.\n',
    })
    expect(listKeys()).toEqual([])
    expect(await readApiKeys(engine.table, company.id)).toMatchObject([{ revoked_at: expect.any(Number) }])
  },
)

test('where what was made cannot be cleared away either, the key to revoke is named', async () => {
  const company = await run('companies', 'create', '--name', 'Acme', '--plan', 'starter')
  aws.fail('POST /apikeys')
  aws.fail('GET /apikeys')
  const { status, stderr } = await attempt('keys', 'create', '--company', company.id)
  const [key] = await readApiKeys(engine.table, company.id)
  expect([status, stderr]).toEqual([1, expect.stringContaining(`npx inventory keys revoke --key ${key?.id}`)])
  aws.failing.clear()
  await run('keys', 'revoke', '--key', String(key?.id))
  expect(listKeys()).toEqual([])
})

rehearse('a plan change moves every key, and makes the one that API Gateway lacks', async () => {
  const company = await run('companies', 'create', '--name', 'Acme', '--plan', 'starter')
  const made = [
    await run('keys', 'create', '--company', company.id),
    await run('keys', 'create', '--company', company.id),
  ]
  const ids = made.map(({ id }) => id)
  aws.gateway.keys.delete(ids[0])
  aws.calls.splice(0)
  await run('companies', 'plan', '--company', company.id, '--plan', 'enterprise')
  expect(listKeys().sort()).toEqual([...ids].sort())
  const posted = aws.calls.filter(({ method }) => method === 'POST')
  expect(posted).toEqual([
    { method: 'POST', path: '/apikeys', body: { name: ids[0], value: ids[0].slice(4), enabled: true, tags } },
    ...ids.map((id) => ({
      method: 'POST',
      path: '/usageplans/plan-e/keys',
      body: { keyId: `gateway-${id}`, keyType: 'API_KEY' },
    })),
  ])
})

rehearse('an erasure deletes the keys of API Gateway before the rows', async () => {
  const company = await run('companies', 'create', '--name', 'Acme', '--plan', 'starter')
  const { id } = await run('keys', 'create', '--company', company.id)
  const begun = Date.now() - 3_600_000
  await setErasing({ ...engine.table, now: () => begun }, company.id) // so that there is nothing to wait for
  await suspendKeys({ ...engine.table, now: () => begun }, company.id)
  aws.fail(`DELETE /apikeys/gateway-${id}`)
  const failed = await attempt('companies', 'erase', '--company', company.id)
  expect([failed.status, failed.stdout, failed.stderr]).toEqual([1, '', 'It failed.\n'])
  expect(await readApiKeys(engine.table, company.id)).toHaveLength(1)
  aws.failing.clear()
  const { status, stdout } = await attempt('companies', 'erase', '--company', company.id)
  // The company, and three of its key.
  expect([status, JSON.parse(stdout)]).toEqual([0, { company_id: company.id, rows: 4, passes: 2 }])
  expect(listKeys()).toEqual([])
})

rehearse(
  'a company that is moved in gets its key at API Gateway, in the usage plan; run again, it is not made twice',
  async () => {
    const company = await run('companies', 'create', '--name', 'Acme', '--plan', 'enterprise')
    const { id } = await run('keys', 'create', '--company', company.id)
    await run('companies', 'suspend', '--company', company.id)
    await backdateSuspension({ ...engine.table, now: Date.now }, company.id)
    const folder = mkdtempSync(join(tmpdir(), 'inventory-'))
    const [out, keyFile] = [join(folder, 'acme.gz'), join(folder, 'acme.key')]
    await run('companies', 'export', '--company', company.id, '--rows', '--out', out, '--key-file', keyFile)
    await emptyTable(engine.table, [])
    aws.reset()
    const bring = () => attempt('companies', 'import', out, '--key-file', keyFile)
    aws.fail('POST /usageplans/plan-e/keys')
    expect((await bring()).status).toBe(1)
    aws.failing.clear()
    const { status, stdout } = await bring()
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { company_id: company.id, api_keys: 1, findings: 0 }])
    expect(listKeys()).toEqual([id])
    expect(aws.calls.filter(({ path }) => path === '/apikeys')).toHaveLength(1)
    expect(aws.calls.at(-1)).toMatchObject({ path: '/usageplans/plan-e/keys', body: { keyId: `gateway-${id}` } })
    rmSync(folder, { recursive: true })
  },
)
