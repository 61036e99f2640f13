import { createHash, randomBytes } from 'node:crypto'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager'
import { changeMasterKey, checkMasterKey, type KeyVersion, type MasterKey } from '../../admin/webhooks/master-key'
import { masterKeyCachedMs, openVault } from '../../functions/runtime/vault'
import { type Command, type Options, serviceOptions, serviceUsage, UsageError } from '../command-line'
import { readInfo } from '../local-service'
import { makeProgress } from '../long-work'
import { localAccess, openTarget } from '../target'

const usage = `The master key under which the secrets of webhooks are sealed.

  npx inventory webhooks check     tells whether the stack has the key that has sealed its secrets
  npx inventory webhooks rewrap    makes a new key, and seals all secrets anew

${serviceUsage}

check prints ok, 'no secrets yet' or wrong. The exit status is 1 where it is wrong: the stack then has another secret in
Secrets Manager than the one before, such as after a restore. Deploy it with -c webhookKey=ARN of the right one.

rewrap takes some seven minutes: functions know a key for five. Deliveries go on meanwhile, and owners notice nothing. It
can be ended and run again: a run that finds an earlier one unfinished only ends that, and makes no third key, since
Secrets Manager keeps two. What cannot be opened is named, and no key is made. The recorded answers of requests that
created a webhook or rotated a secret stay sealed by the old key: after two changes within 24 hours, such a request
cannot be replayed with its idempotency key.`

/** A request that began with the old key may end so much later. */
const requestMs = 60_000

export const command: Command = {
  usage,
  actions: { check: { options: serviceOptions, run: check }, rewrap: { options: serviceOptions, run: rewrap } },
}

async function check(options: Options) {
  const { table } = await openTarget(options)
  const key = await openMasterKey(options)
  const state = await checkMasterKey(table, key.openVault())
  if (state === 'wrong') {
    process.exitCode = 1
    console.error(
      'The master key is not the one that has sealed the secrets of this table: no webhook can be signed. Find the ' +
        'secret of the stack that made them, and deploy with -c webhookKey=ARN. If it is lost, see ' +
        'docs/runbook/function-errors.md.',
    )
  }
  return { master_key: state, secret: key.arn }
}

async function rewrap(options: Options) {
  const { table } = await openTarget(options)
  const key = await openMasterKey(options)
  const report = makeProgress('companies', console.error)
  const settings = { staleMs: masterKeyCachedMs + requestMs, sleep: table.sleep, report, tell: console.error }
  const { outcome, webhooks, rewrapped } = await changeMasterKey(table, key, settings)
  return { outcome, webhooks, rewrapped }
}

/** 384 bits, as 64 characters. */
const keyBytes = 48

/** That of the deployed stack of `--stack`, otherwise of the local service that the file of `--info` describes. */
export async function openMasterKey({ info, stack }: Options): Promise<MasterKey & { arn: string }> {
  if (typeof stack === 'string') {
    const output = await (await import('../deployed-stack')).readOutputs(stack)
    return makeMasterKey(output('WebhookKey'), {})
  }
  const { secrets_endpoint, webhook_key } = readInfo(info)
  if (webhook_key === null) throw new UsageError('the local service has no webhooks: its stack leaves them out')
  return makeMasterKey(webhook_key, { endpoint: secrets_endpoint, ...localAccess })
}

/** `arn`: of its secret in Secrets Manager. */
export function makeMasterKey(arn: string, config: SecretsManagerClientConfig): MasterKey & { arn: string } {
  const client = new SecretsManagerClient(config)
  return {
    arn,
    openVault: () => openVault(arn, config),
    findVersion: () => findVersion(client, arn),
    change: ({ id }) => putKey(client, arn, id),
  }
}

async function findVersion(client: SecretsManagerClient, SecretId: string): Promise<KeyVersion> {
  const read = (VersionStage: string) => client.send(new GetSecretValueCommand({ SecretId, VersionStage }))
  const { VersionId = '', CreatedDate } = await read('AWSCURRENT')
  const hasPrevious = await read('AWSPREVIOUS').then(
    () => true,
    (error) => {
      if (error instanceof ResourceNotFoundException) return false
      throw error
    },
  )
  return { id: VersionId, changedAt: hasPrevious ? (CreatedDate?.getTime() ?? null) : null }
}

/**
 * Whoever replaces the same version names the new one alike, and Secrets Manager takes the first alone. So two commands
 * at once do not make two new keys, and push out the key that has sealed everything.
 */
async function putKey(client: SecretsManagerClient, SecretId: string, replaced: string): Promise<void> {
  const SecretString = randomBytes(keyBytes).toString('base64url')
  const ClientRequestToken = createHash('sha256').update(`inventory webhooks: after ${replaced}`).digest('hex')
  try {
    await client.send(new PutSecretValueCommand({ SecretId, SecretString, ClientRequestToken }))
  } catch (error) {
    if (error instanceof ResourceExistsException)
      throw new Error('Another run has just changed the key. Run this again when that one is at its end.')
    throw error
  }
}
