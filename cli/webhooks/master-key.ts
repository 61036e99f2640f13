import { createHash, randomBytes } from 'node:crypto'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager'
import type { KeyVersion, MasterKey } from '../../admin/webhooks/master-key'
import { openVault } from '../../functions/runtime/vault'
import { type Options, UsageError } from '../command-line'
import { readInfo } from '../local-service'
import { localAccess } from '../target'

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
