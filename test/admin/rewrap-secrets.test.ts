import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { createCompany } from '../../admin/companies/companies'
import { changeMasterKey, checkMasterKey, type KeyVersion, type Sealing } from '../../admin/webhooks/master-key'
import { localAccess } from '../../cli/target'
import { makeMasterKey } from '../../cli/webhooks/main'
import { masterKeyCachedMs, type Vault, WrongMasterKeyError } from '../../functions/runtime/vault'
import { keys } from '../../functions/store/table/schema'
import { keyCheck } from '../../functions/store/webhooks/webhook-key-row'
import { findWebhookRow } from '../../functions/store/webhooks/webhook-row'
import { openSecrets } from '../../local/secrets/secrets'
import { openSecretsEndpoint } from '../../local/secrets/secrets-endpoint'
import { changeRow } from '../support/damage'
import { emptyTable } from '../support/empty-table'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { secretArn as arn, makeSecretStack } from '../support/secret-stack'
import { useTable } from '../support/table'
import { makeSecret, putWebhook } from '../support/webhooks'

// A real table, and the real vault over the local Secrets Manager.

const staleMs = 360_000
const hourMs = 3_600_000

const engine = useTable()

const stops: (() => unknown)[] = []
afterEach(async () => {
  jest.useRealTimers()
  for (const stop of stops.splice(0)) await stop()
})

/** A stack with a key of its own, three webhooks of two companies, and the check value. */
async function openStack() {
  const { table, setTime } = engine
  await emptyTable(table, [])
  const secrets = openSecrets(makeSecretStack({ PasswordLength: 64, ExcludePunctuation: true }), null, table.now)
  const endpoint = await openSecretsEndpoint(secrets, { policies: new Map(), now: table.now })
  stops.push(endpoint.stop)
  const config = { endpoint: endpoint.endpoint, ...localAccess, maxAttempts: 1 }
  const key = makeMasterKey(arn, config)
  const vault = key.openVault()
  const sealed = await vault.seal(keyCheck.text, keyCheck.context)
  await putRows(table, [{ ...keys.webhookKey(), sealed }])
  const webhooks = [await addWebhook(vault, 'a'), await addWebhook(vault, 'b'), await addWebhook(vault, 'c')] as const
  const told: string[] = []
  const settings = { staleMs, report: () => {}, tell: (text: string) => told.push(text) }
  const run = (between: () => Promise<unknown> = async () => {}) => {
    const sleep = async (ms: number) => {
      await between()
      setTime(table.now() + ms)
    }
    return changeMasterKey(table, key, { ...settings, sleep })
  }
  return {
    table,
    key,
    secrets,
    config,
    webhooks,
    told,
    run,
    stop: endpoint.stop,
    pass: () => setTime(table.now() + hourMs),
  }
}

type Added = { companyId: string; id: string; letter: string }

async function addWebhook(vault: Sealing, letter: string): Promise<Added> {
  const { table } = engine
  const { id: companyId } = await createCompany(table, { name: 'Test', plan: 'enterprise' })
  const id = `whk_${letter}`
  const secret = await vault.seal(makeSecret(letter), `${companyId}/${id}`)
  const previous = await vault.seal(makeSecret('z'), `${companyId}/${id}`)
  const until = engine.table.now() + 100 * hourMs
  await putWebhook(table, companyId, 'https://a.test/', { id, secret, previous_secret: { secret: previous, until } })
  return { companyId, id, letter }
}

/** Until the test ends. */
function moveMachineTime(ms: number): void {
  jest.useFakeTimers({ now: Date.now() + ms, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] })
}

/** A vault that does something before it seals. */
const beforeSeals = (
  vault: Vault,
  act: (vault: Vault, ...sealed: [text: string, context: string]) => Promise<void>,
) => ({
  ...vault,
  seal: async (...sealed: [text: string, context: string]) => {
    await act(vault, ...sealed)
    return vault.seal(...sealed)
  },
})

/** What a function with an empty memory reads. */
async function readSecret(vault: Sealing, { companyId, id }: Added) {
  const row = await findWebhookRow(engine.table, companyId, id)
  const open = (sealed: string) => vault.open(sealed, `${companyId}/${id}`)
  return [
    await open(row?.secret ?? ''),
    await open(row?.previous_secret?.secret ?? ''),
    await vault.isCurrent(row?.secret ?? ''),
  ]
}

async function expectAllCurrent(vault: Sealing, webhooks: readonly Added[]): Promise<void> {
  for (const added of webhooks)
    expect(await readSecret(vault, added)).toEqual([makeSecret(added.letter), makeSecret('z'), true])
  expect(await checkMasterKey(engine.table, vault)).toBe('ok')
}

test('a new key: all secrets are the same, sealed by it; also once more', async () => {
  const { key, run, secrets, webhooks, pass } = await openStack()
  const first = secrets[0]?.get('AWSCURRENT')
  pass()
  expect(await run()).toMatchObject({ outcome: 'changed', rewrapped: 4, unreadable: [] })
  expect(secrets[0]?.get('AWSPREVIOUS')).toEqual(first)
  expect(secrets[0]?.get('AWSCURRENT')?.value).toMatch(/^[\w-]{64}$/)
  await expectAllCurrent(key.openVault(), webhooks)
  pass()
  expect(await run()).toMatchObject({ outcome: 'changed', rewrapped: 4 })
  await expectAllCurrent(key.openVault(), webhooks)
})

test('what a function seals by the old key meanwhile is sealed anew, too', async () => {
  const { key, run, webhooks } = await openStack()
  const stale = key.openVault()
  await stale.seal('', '') // knows the old key from now on
  const late: Added[] = []
  const outcome = await run(async () => late.push(await addWebhook(stale, 'd')))
  expect(outcome).toMatchObject({ outcome: 'changed', rewrapped: 5 })
  await expectAllCurrent(key.openVault(), [...webhooks, ...late])
})

test('a function that has just read the old key opens what the new one has sealed, at once', async () => {
  const { key, run, webhooks } = await openStack()
  const stale = key.openVault()
  const all = webhooks.map((added) => readSecret(stale, added))
  expect((await Promise.all(all)).length).toBe(3)
  await run()
  await expectAllCurrent(stale, webhooks)
})

rehearse('killed at any write, and run again: there is no third key, and nothing is lost', async () => {
  for (let kill = 1; kill <= 8; kill++) {
    const { table, key, run, secrets, webhooks, pass, told } = await openStack()
    pass()
    let writes = 0
    const { change, openVault } = key
    const die = async () => {
      if (++writes === kill) throw new Error('killed')
    }
    const dying = {
      ...key,
      change: async (version: KeyVersion) => {
        await change(version)
        await die()
      },
      openVault: () => beforeSeals(openVault(), die),
    }
    const settings = { staleMs, sleep: async () => {}, report: () => {}, tell: () => {} }
    await expect(changeMasterKey(table, dying, settings)).rejects.toThrow('killed')
    const { value } = secrets[0]?.get('AWSCURRENT') ?? {}
    expect((await run()).outcome).toBe('finished')
    expect([secrets[0]?.get('AWSCURRENT')?.value, told.length > 0]).toEqual([value, true])
    await expectAllCurrent(key.openVault(), webhooks)
  }
})

test('soon after a change, functions may still know the key before: no third key', async () => {
  const { key, run, secrets, webhooks } = await openStack()
  await key.change(await key.findVersion())
  const { value } = secrets[0]?.get('AWSCURRENT') ?? {}
  expect((await run()).outcome).toBe('finished')
  expect(secrets[0]?.get('AWSCURRENT')?.value).toBe(value)
  await expectAllCurrent(key.openVault(), webhooks)
})

test('two runs at once make one key', async () => {
  const { key, secrets } = await openStack()
  const seen = await key.findVersion()
  await key.change(seen)
  const { value } = secrets[0]?.get('AWSCURRENT') ?? {}
  await expect(key.change(seen)).rejects.toThrow('Another run has just changed the key')
  expect(secrets[0]?.get('AWSCURRENT')?.value).toBe(value)
})

test('a secret that is rotated between the read and the write stays rotated', async () => {
  const { table, key, run, webhooks, pass } = await openStack()
  pass()
  const [first] = webhooks
  const { openVault } = key
  const rotated = makeSecret('r')
  let isRotated = false
  key.openVault = () =>
    beforeSeals(openVault(), async (vault, text, context) => {
      if (text !== makeSecret('a') || isRotated) return
      isRotated = true
      const secret = await vault.seal(rotated, context)
      await changeRow(table, keys.webhook(first.companyId, first.id), { secret })
    })
  await run()
  expect(await readSecret(openVault(), first)).toEqual([rotated, makeSecret('z'), true])
})

test('a previous secret that does not sign any more is left out', async () => {
  const { table, run, webhooks } = await openStack()
  engine.setTime(table.now() + 101 * hourMs)
  await run()
  for (const { companyId, id } of webhooks)
    expect((await findWebhookRow(table, companyId, id))?.previous_secret).toBeUndefined()
})

describe('a key that is not the right one', () => {
  const putValue = async (config: object, SecretString: string) =>
    void (await new SecretsManagerClient(config).send(new PutSecretValueCommand({ SecretId: arn, SecretString })))

  test('is found, and not changed', async () => {
    const { table, key, run, config } = await openStack()
    for (const letter of ['x', 'y']) await putValue(config, letter.repeat(64))
    expect(await checkMasterKey(table, key.openVault())).toBe('wrong')
    await expect(run()).rejects.toThrow('The master key is not the one that has sealed the secrets')
  })

  test('is asked for again: once the right one is back, what it has sealed is opened', async () => {
    const { key, secrets, config } = await openStack()
    const right = secrets[0]?.get('AWSCURRENT')?.value ?? ''
    const sealed = await key.openVault().seal('secret', 'context')
    for (const letter of ['x', 'y']) await putValue(config, letter.repeat(64)) // the previous one counts, too
    const vault = key.openVault()
    await expect(vault.open(sealed, 'context')).rejects.toBeInstanceOf(WrongMasterKeyError)
    await putValue(config, right)
    expect(await vault.open(sealed, 'context')).toBe('secret')
  })

  test('of one webhook alone: it is named, and there is no new key', async () => {
    const { table, key, run, secrets, webhooks } = await openStack()
    const [first] = webhooks
    await changeRow(table, keys.webhook(first.companyId, first.id), { secret: `${'0'.repeat(16)}.AAAA` })
    const { value } = secrets[0]?.get('AWSCURRENT') ?? {}
    const message = `No master key opens the secrets of 1 webhooks: ${first.companyId} ${first.id}.`
    await expect(run()).rejects.toThrow(message)
    expect(secrets[0]?.get('AWSCURRENT')?.value).toBe(value)
    expect(await checkMasterKey(table, key.openVault())).toBe('ok')
  })
})

test('while Secrets Manager is away, what a known key has sealed is opened; nothing is sealed', async () => {
  const { key, stop } = await openStack()
  const vault = key.openVault()
  const sealed = await vault.seal('secret', 'context')
  await stop()
  moveMachineTime(masterKeyCachedMs)
  expect(await vault.open(sealed, 'context')).toBe('secret')
  await expect(vault.open(sealed, 'another')).rejects.toThrow()
  await expect(vault.seal('secret', 'context')).rejects.not.toBeInstanceOf(WrongMasterKeyError)
})

test('a stack without secrets: no key was compared yet, and it can have a new one', async () => {
  const { table, key, run, pass } = await openStack()
  await emptyTable(table, [])
  pass()
  expect(await checkMasterKey(table, key.openVault())).toBe('no secrets yet')
  expect(await run()).toMatchObject({ outcome: 'changed', webhooks: 0, rewrapped: 0 })
})
