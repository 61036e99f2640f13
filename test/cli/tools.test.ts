import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { localAccess } from '../../cli/target'
import { keys } from '../../functions/store/table/schema'
import { makeClient } from '../support/client'
import { expectRefused, runInventory, startInventory, useTools } from '../support/command'
import { changeRow } from '../support/damage'
import { emptyTable } from '../support/empty-table'
import { waitFor } from '../support/eventually'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'

// The commands of an engineer against a running service, and how they tell what they find: companies, keys and people,
// then the verification, then the master key of webhooks. How the key is changed is in test/admin.

const service = useService(() => startTestService(readTestStack(), { signIn: { port: 0 } }))
const { folder, info, run, json } = useTools(service)
beforeEach(() => emptyTable(service.rows, []))

rehearse('a company, its keys and their whole life', async () => {
  const company = await json('companies', 'create', '--name', 'Acme', '--plan', 'starter')
  const ids = { id: expect.stringMatching(/^cmp_/), user_id: expect.stringMatching(/^usr_/) }
  expect(company).toEqual({ ...ids, name: 'Acme', plan: 'starter' })

  const created = await json('keys', 'create', '--company', company.id, '--name', 'Web shop', '--scopes', 'read')
  const { key, ...fields } = created
  expect(key).toMatch(/^sk_test_\w{33}$/)
  expect(fields).toEqual({
    ...{ id: expect.stringMatching(/^key_/), name: 'Web shop', prefix: 'sk_test_', last4: key.slice(-4) },
    ...{ scopes: ['read'], user_id: company.user_id, created_at: expect.stringMatching(/Z$/) },
    ...{ last_used_at: null, expires_at: null, revoked_at: null, user_name: null },
  })

  const stranger = ['keys', 'create', '--company', company.id, '--user', 'usr_other']
  await expectRefused(run(...stranger), `there is no user usr_other in ${company.id}`)

  const call = makeClient(service, key)
  expect((await call('GET', '/items')).headers.get('x-ratelimit-limit')).toBe('60')
  expect((await call('POST', '/items', { name: 'x', sku: 'x' })).status).toBe(403)

  const changed = { ...company, plan: 'enterprise' }
  expect(await json('companies', 'plan', '--company', company.id, '--plan', 'enterprise')).toEqual(changed)
  expect((await call('GET', '/items')).headers.get('x-ratelimit-limit')).toBe('1000')
  expect(await json('companies', 'list')).toEqual({ data: [{ ...changed, suspended_at: null }] })

  const revoked = await json('keys', 'revoke', '--key', created.id)
  expect(revoked).toEqual({ ...fields, last_used_at: expect.any(String), revoked_at: expect.any(String) })
  // By then the gateway answers, as on AWS: its key is deleted while it keeps the authorizer's verdict.
  const { status, headers } = await call('GET', '/items')
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(await json('keys', 'list', '--company', company.id)).toEqual({ data: [revoked] })
})

test('without a running service, says how to start one', async () => {
  const info = join(folder, 'none.json')
  await expectRefused(runInventory(['companies', 'list', '--info', info]), "start it with 'npm start'")
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
  const create = ['companies', 'create', '--name', 'Acme', '--plan', 'starter', '--owner', 'only@example.com']
  const company = await json(...create)
  const of = ['--company', company.id]
  await json('people', 'token', '--person', company.user_id)
  const before = (await json('companies', 'list')).data.length
  await expectRefused(run(...create.slice(0, -1), 'nobody'), '--owner must be an e-mail address')
  expect((await json('companies', 'list')).data).toHaveLength(before)
  const wrong = ['--email', 'x@example.com', '--name', 'X', '--role', 'admin']
  await expectRefused(run('people', 'invite', ...of, ...wrong), 'role')
  const unknown = ['--person', 'usr_none', '--role', 'viewer']
  await expectRefused(run('people', 'role', ...of, ...unknown), 'There is no such person.', 1)
  await expectRefused(run('people', 'token', '--person', 'usr_none'), 'there is no person usr_none')
})

async function openCompany() {
  const customer = await createCompanyWithKey(service)
  const item = await customer.client.createItem({ name: 'Torch', sku: 'TORCH', quantity: 3 })
  await customer.client.createTransactions({ type: 'issue', sku: 'TORCH', quantity: 1 })
  return { id: customer.company.id, item }
}

const wrong = 'The quantity is 7. The ledger comes to 2.'

test('a company that holds: what was read, with progress on stderr, and status 0; damaged: the findings, and status 1', async () => {
  const { id, item } = await openCompany()
  const verify = (...args: string[]) => run('verify', '--company', id, ...args)
  const { status, stdout, stderr } = await verify()
  expect([status, stdout]).toEqual([0, expect.stringContaining(`Read of ${id}:`)])
  for (const line of [/^ +1 items$/m, /^ +2 log rows$/m, /^ +1 SKU guards$/m, /\nEverything holds\.\n$/])
    expect(stdout).toMatch(line)
  expect(stderr).toMatch(/^reading the company and its keys\nreading the items\n/)
  expect(stderr).toContain('scanning the whole table, all companies')
  const unscanned = await verify('--no-scan')
  expect([unscanned.status, unscanned.stdout]).toEqual([0, expect.stringContaining('Note: The table was not scanned')])
  expect(unscanned.stderr).not.toContain('scanning')

  await changeRow(service.rows, keys.item(id, item.id), { quantity: 7 })
  const damaged = await verify()
  expect(damaged.status).toBe(1)
  const meaning = 'wrong_quantity: the quantity of an item is not what its ledger comes to'
  expect(damaged.stdout).toMatch(new RegExp(`\\nFindings: 1\\n +1 ${meaning}\\n`))
  expect(damaged.stdout).toMatch(new RegExp(`\\nwrong_quantity ${item.id}: ${wrong}\\n$`))
  const inJson = await verify('--json')
  const counts = { items: 1, log_rows: 2, database_transactions: 2, api_keys: 1 }
  const findings = [{ code: 'wrong_quantity', resource: item.id, text: wrong }]
  const found = { holds: false, findings, scanned: true, notes: [], counts }
  expect([inJson.status, JSON.parse(inJson.stdout)]).toMatchObject([1, found])
})

test('all companies: the total, with progress on stderr, and status 0; a line for each that is damaged, and status 1', async () => {
  const [{ id, item }, other] = [await openCompany(), await openCompany()]
  const { status, stdout, stderr } = await run('verify', '--all')
  expect(stdout).toMatch(/^Verified 2 companies, with one scan of \d+ rows\.\nEverything holds\.\n$/)
  expect(stderr).toMatch(/^scanning the whole table, once for all companies\n.*2 of 2 companies, 0 findings\n$/s)
  expect(status).toBe(0)

  await changeRow(service.rows, keys.item(id, item.id), { quantity: 7 })
  await changeRow(service.rows, keys.company(other.id), { erasing_at: Date.now() })
  await expectRefused(run('verify', '--company', other.id), 'is being erased')
  const damaged = await run('verify', '--all')
  expect(damaged.status).toBe(1)
  expect(damaged.stdout).toContain(`${id} findings: 1 (wrong_quantity 1)\nVerified `)
  expect(damaged.stdout).toContain('\nLeft out: 1 that are gone, or are being erased.\nFindings: 1.')
  const inJson = await run('verify', '--all', '--json')
  const named = [{ company_id: id, findings: [{ code: 'wrong_quantity', resource: item.id }] }]
  const found = { holds: false, findings: 1, left_out: 1, damaged: named }
  expect([inJson.status, JSON.parse(inJson.stdout)]).toMatchObject([1, found])
})

rehearse('of many findings, the first 100 are printed', async () => {
  const { id } = await openCompany()
  const makeGuard = (_: unknown, n: number) => ({ ...keys.sku(id, `GHOST-${n}`), item_id: 'itm_gone' })
  await putRows(service.rows, Array.from({ length: 104 }, makeGuard))
  const { status, stdout } = await run('verify', '--company', id)
  expect(status).toBe(1)
  expect(stdout).toMatch(/\nFindings: 104\n +104 orphan_sku_guard: .+\norphan_sku_guard GHOST-/)
  expect(stdout).toMatch(/\n… and 4 more: --json has them all\.\n$/)
  expect(stdout.match(/^orphan_sku_guard/gm)).toHaveLength(100)
})

async function createWebhook(): Promise<void> {
  const { client } = await createCompanyWithKey(service, 'enterprise', ['read', 'webhooks'])
  await client.createWebhook({ url: 'https://example.com/hook', events: ['*'] })
}

const SecretId = () => service.webhookKey ?? ''
const openSecrets = () => new SecretsManagerClient({ endpoint: service.secretsEndpoint, ...localAccess })
const putValue = (SecretString: string) =>
  openSecrets().send(new PutSecretValueCommand({ SecretId: SecretId(), SecretString }))
const readValue = () => openSecrets().send(new GetSecretValueCommand({ SecretId: SecretId() }))

test('check: no key was compared yet, then it is the right one', async () => {
  const told = { status: 0, stdout: expect.stringContaining('no secrets yet'), stderr: '' }
  expect(await run('webhooks', 'check')).toEqual(told)
  service.setTime(Date.now() + 600_000) // functions keep a key of other tests for some minutes
  await createWebhook()
  expect(await json('webhooks', 'check')).toEqual({ master_key: 'ok', secret: service.webhookKey })
})

rehearse('rewrap makes a new key, and seals all secrets by it before it waits for the functions', async () => {
  await createWebhook()
  const { child, told, ended } = startInventory(['webhooks', 'rewrap', '--info', info])
  await waitFor(async () => told.stderr.includes('Waits 6 minutes'))
  child.kill('SIGINT')
  await ended
  expect(told.stderr).toMatch(/\d sealed anew\. Waits 6 minutes: functions may still use the old key\.\n/)
  // Pushes out the key before: the new one alone opens everything.
  const { SecretString = '' } = await readValue()
  await putValue('x'.repeat(64))
  await putValue(SecretString)
  expect((await run('webhooks', 'check')).stdout).toMatch(/^master_key +ok$/m)
})

test('a wrong key: check ends with status 1, and rewrap makes no other', async () => {
  await createWebhook()
  const { SecretString: right = '' } = await readValue()
  for (const letter of ['y', 'z']) await putValue(letter.repeat(64))
  const { status, stdout, stderr } = await run('webhooks', 'check')
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^master_key +wrong$/m)])
  expect(stderr).toContain('deploy with -c webhookKey=ARN')
  await expectRefused(run('webhooks', 'rewrap'), 'is not the one that has sealed the secrets', 1)
  expect((await readValue()).SecretString).toBe('z'.repeat(64))
  await putValue(right)
})

test('a service without webhooks has no key', async () => {
  const without = join(folder, 'without.json')
  const fields = { deliveries_queue_url: null, webhook_key: null }
  writeFileSync(without, JSON.stringify({ ...JSON.parse(readFileSync(info, 'utf8')), ...fields }))
  await expectRefused(runInventory(['webhooks', 'check', '--info', without]), 'the local service has no webhooks')
})
