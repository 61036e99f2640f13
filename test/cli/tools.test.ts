import { join } from 'node:path'
import { makeClient } from '../support/client'
import { runInventory } from '../support/command'
import { rehearse } from '../support/rehearse'
import { startTestService, useService, useTools } from '../support/service'
import { readTestStack } from '../support/stack'

const service = useService(() => startTestService(readTestStack(), { signIn: { port: 0, mailDir: null } }))
const tools = useTools(service)

const run = (...args: string[]) => runInventory([...args, '--info', tools.info])
async function json(...args: string[]) {
  const { status, stdout, stderr } = await run(...args, '--json')
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

test('an engineer makes a company with its owner, who signs in; invites, changes and removes others', async () => {
  const acme = ['--name', 'Acme', '--plan', 'starter', '--owner', 'Owner@example.com']
  const company = await json('companies', 'create', ...acme)
  const of = ['--company', company.id]
  expect((await json('people', 'list', ...of)).data).toMatchObject([
    { id: company.user_id, email: 'owner@example.com', role: 'owner', status: 'invited' },
  ])
  const { token } = await json('people', 'token', '--person', company.user_id)
  expect((await makeClient(service, token)('GET', '/people')).status).toBe(200)
  const member = ['--email', 'ada@example.com', '--name', 'Ada', '--role', 'member']
  const ada = await json('people', 'invite', ...of, ...member)
  expect(await json('people', 'role', ...of, '--person', ada.id, '--role', 'viewer')).toMatchObject({ role: 'viewer' })
  expect(await json('people', 'remove', ...of, '--person', ada.id)).toEqual({ id: ada.id, email: 'ada@example.com' })
  expect((await json('people', 'list', ...of)).data).toMatchObject([{ status: 'active' }])
})

rehearse('what is refused changes nothing, and says why', async () => {
  const company = await json(
    'companies',
    'create',
    '--name',
    'Acme',
    '--plan',
    'starter',
    '--owner',
    'only@example.com',
  )
  const of = ['--company', company.id]
  await json('people', 'token', '--person', company.user_id)
  const before = (await json('companies', 'list')).data.length
  const again = ['companies', 'create', '--name', 'Other', '--plan', 'starter', '--owner', 'only@example.com']
  expect((await run(...again)).stderr).toContain('has a company already')
  expect((await run(...again.slice(0, -1), 'nobody')).stderr).toContain('--owner must be an e-mail address')
  expect((await json('companies', 'list')).data).toHaveLength(before)
  const wrong = ['--email', 'x@example.com', '--name', 'X', '--role', 'admin']
  expect((await run('people', 'invite', ...of, ...wrong)).stderr).toContain('role')
  const unknown = ['--person', 'usr_none', '--role', 'viewer']
  expect((await run('people', 'role', ...of, ...unknown)).stderr).toContain('There is no such person.')
  expect((await run('people', 'token', '--person', 'usr_none')).stderr).toContain('there is no person usr_none')
})
