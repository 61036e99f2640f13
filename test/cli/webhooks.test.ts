import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { localAccess } from '../../cli/target'
import { runInventory, startInventory } from '../support/command'
import { emptyTable } from '../support/empty-table'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, useService, useTools } from '../support/service'

// The commands against a running service, and how they tell what they find. How the key is changed is in test/admin.

const service = useService(() => startTestService())
const tools = useTools(service)
beforeEach(() => emptyTable(service.rows, []))

const run = (command: string, ...args: string[]) => runInventory(['webhooks', command, ...args, '--info', tools.info])

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
  expect(await run('check')).toEqual({ status: 0, stdout: expect.stringContaining('no secrets yet'), stderr: '' })
  service.setTime(Date.now() + 600_000) // functions keep a key of other tests for some minutes
  await createWebhook()
  const { status, stdout, stderr } = await run('check', '--json')
  expect([status, stderr, JSON.parse(stdout)]).toEqual([0, '', { master_key: 'ok', secret: service.webhookKey }])
})

rehearse('rewrap makes a new key, and seals all secrets by it before it waits for the functions', async () => {
  await createWebhook()
  const child = startInventory(['webhooks', 'rewrap', '--info', tools.info])
  let told = ''
  child.stderr.on('data', (text) => {
    told += text
    if (told.includes('Waits 6 minutes')) child.kill('SIGINT')
  })
  await once(child, 'close')
  expect(told).toMatch(/\d sealed anew\. Waits 6 minutes: functions may still use the old key\.\n/)
  // Pushes out the key before: the new one alone opens everything.
  const { SecretString = '' } = await readValue()
  await putValue('x'.repeat(64))
  await putValue(SecretString)
  expect((await run('check')).stdout).toMatch(/^master_key +ok$/m)
})

test('a wrong key: check ends with status 1, and rewrap makes no other', async () => {
  await createWebhook()
  const { SecretString: right = '' } = await readValue()
  for (const letter of ['y', 'z']) await putValue(letter.repeat(64))
  const { status, stdout, stderr } = await run('check')
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^master_key +wrong$/m)])
  expect(stderr).toContain('deploy with -c webhookKey=ARN')
  const rewrap = await run('rewrap')
  expect([rewrap.status, rewrap.stdout]).toEqual([1, ''])
  expect(rewrap.stderr).toContain('is not the one that has sealed the secrets')
  expect((await readValue()).SecretString).toBe('z'.repeat(64))
  await putValue(right)
})

test('a service without webhooks has no key', async () => {
  const without = join(tools.folder, 'without.json')
  const fields = { deliveries_queue_url: null, webhook_key: null }
  writeFileSync(without, JSON.stringify({ ...JSON.parse(readFileSync(tools.info, 'utf8')), ...fields }))
  const { status, stderr } = await runInventory(['webhooks', 'check', '--info', without])
  expect([status, stderr]).toEqual([2, expect.stringContaining('the local service has no webhooks')])
})
