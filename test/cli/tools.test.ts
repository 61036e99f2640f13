import { join } from 'node:path'
import { makeClient } from '../support/client'
import { runInventory } from '../support/command'
import { rehearse } from '../support/rehearse'
import { startTestService, useService, useTools } from '../support/service'

const service = useService(() => startTestService())
const tools = useTools(service)

const run = (tool: string, ...args: string[]) => runInventory([tool, ...args, '--info', tools.info])
async function json(tool: string, ...args: string[]) {
  const { status, stdout, stderr } = await run(tool, ...args, '--json')
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

rehearse('a company, its keys and their whole life', async () => {
  const company = await json('companies', 'create', '--name', 'Acme', '--plan', 'starter')
  expect(company).toEqual({
    id: expect.stringMatching(/^cmp_/),
    name: 'Acme',
    plan: 'starter',
    user_id: expect.stringMatching(/^usr_/),
  })

  const created = await json('keys', 'create', '--company', company.id, '--name', 'Web shop', '--scopes', 'read')
  const { key, ...fields } = created
  expect(key).toMatch(/^sk_test_\w{33}$/)
  expect(fields).toEqual({
    id: expect.stringMatching(/^key_/),
    name: 'Web shop',
    prefix: 'sk_test_',
    last4: key.slice(-4),
    scopes: ['read'],
    user_id: company.user_id,
    created_at: expect.stringMatching(/Z$/),
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
  })

  const stranger = await run('keys', 'create', '--company', company.id, '--user', 'usr_other')
  expect([stranger.status, stranger.stdout]).toEqual([2, ''])
  expect(stranger.stderr).toContain(`there is no user usr_other in ${company.id}`)

  const call = makeClient(service, key)
  expect((await call('GET', '/items')).headers.get('x-ratelimit-limit')).toBe('60')
  expect((await call('POST', '/items', { name: 'x', sku: 'x' })).status).toBe(403)

  expect(await json('companies', 'plan', '--company', company.id, '--plan', 'enterprise')).toEqual({
    ...company,
    plan: 'enterprise',
  })
  expect((await call('GET', '/items')).headers.get('x-ratelimit-limit')).toBe('1000')
  expect(await json('companies', 'list')).toEqual({ data: [{ ...company, plan: 'enterprise', suspended_at: null }] })

  const revoked = await json('keys', 'revoke', '--key', created.id)
  expect(revoked).toEqual({ ...fields, last_used_at: expect.any(String), revoked_at: expect.any(String) })
  // By then the gateway answers, as on AWS: its key is deleted while it keeps the authorizer's verdict.
  const { status, headers } = await call('GET', '/items')
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(await json('keys', 'list', '--company', company.id)).toEqual({ data: [revoked] })
})

test.each<[string, string[], string]>([
  ['companies', ['create', '--name', 'A', '--plan', 'gold'], '--plan must be one of starter, professional, enterprise'],
  ['companies', ['create', '--plan', 'starter'], '--name is needed'],
  ['companies', ['plan', '--company', 'cmp_x', '--plan', 'starter'], 'there is no company cmp_x'],
  ['companies', ['drop'], "there is no command 'drop'"],
  ['companies', ['suspend'], '--company is needed'],
  ['companies', ['suspend', '--company', 'cmp_x'], 'there is no company cmp_x'],
  ['companies', ['resume', '--company', 'cmp_x'], 'there is no company cmp_x'],
  ['companies', ['export', '--company', 'cmp_x'], 'there is no company cmp_x'],
  ['companies', ['erase', '--company', 'cmp_x'], 'there is no company cmp_x'],
  ['keys', ['create', '--company', 'cmp_x'], 'there is no company cmp_x'],
  ['keys', ['create', '--company', 'cmp_x', '--scopes', 'admin'], '--scopes must be one of read, write, webhooks'],
  ['keys', ['create', '--company', 'cmp_x', '--expires-at', 'soon'], '--expires-at must be an ISO 8601 time'],
  ['keys', ['create', '--company', 'cmp_x', '--expires-at', '2020-01-01'], '--expires-at must be in the future'],
  ['keys', ['create', '--company', 'cmp_x', '--expires-at', '1/1/2030'], '--expires-at must be an ISO 8601 time'],
  ['keys', ['create', '--company', 'cmp_x', '--user', ''], '--user must not be empty'],
  ['companies', ['create', '--name', ' ', '--plan', 'starter'], '--name must not be empty'],
  ['keys', ['revoke', '--key', 'key_x'], 'there is no key key_x'],
  ['keys', ['list', '--colour', 'red'], "Unknown option '--colour'"],
])('%s %j is refused with exit status 2, and nothing on stdout', async (tool, args, message) => {
  const { status, stdout, stderr } = await run(tool, ...args)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
})

test('without a running service, says how to start one', async () => {
  const { status, stderr } = await runInventory(['companies', 'list', '--info', join(tools.folder, 'none.json')])
  expect(status).toBe(2)
  expect(stderr).toContain("start it with 'npm start'")
})

test.each(['companies', 'keys'])('%s --help tells its commands', async (tool) => {
  const { status, stdout } = await runInventory([tool, '--help'])
  expect(status).toBe(0)
  expect(stdout).toContain(`npx inventory ${tool} create`)
})
