import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager'
import { clientLimits } from './client-limits'

/**
 * Seals texts under the master key of the stack, so that a read of the table gives nothing away. A text can be opened
 * only in the context in which it was sealed, such as the webhook whose secret it is.
 */
export type Vault = {
  seal: (text: string, context: string) => Promise<string>
  /** Throws `WrongMasterKeyError` where another key has sealed it, and `Error` where it is not what was sealed. */
  open: (sealed: string, context: string) => Promise<string>
  /** False where it was sealed by a key that was replaced since. */
  isCurrent: (sealed: string) => Promise<boolean>
}

export class WrongMasterKeyError extends Error {
  constructor(readonly keyId: string) {
    super(`the secret was sealed by the master key ${keyId}, which the stack does not have`)
    this.name = 'WrongMasterKeyError'
  }
}

/** `id` tells keys apart, and says nothing of `bytes`. */
type MasterKey = { id: string; bytes: Buffer }
type MasterKeys = { current: MasterKey; previous: MasterKey | null; at: number }

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
/** How long a process seals with the master key that it knows. `npx inventory webhooks rewrap` waits so long. */
export const masterKeyCachedMs = 5 * 60_000
const askAgainMs = 10_000

/** `SecretId`: the ARN of the secret in Secrets Manager. Of a key that was replaced, it keeps the previous one. */
export function openVault(SecretId: string, config: SecretsManagerClientConfig = {}): Vault {
  const client = new SecretsManagerClient({ requestHandler: clientLimits, maxAttempts: 3, ...config })
  let known: Promise<MasterKeys> | null = null
  let latest: MasterKeys | null = null
  const load = async (): Promise<MasterKeys> => {
    const [current, previous] = await Promise.all(
      ['AWSCURRENT', 'AWSPREVIOUS'].map((VersionStage) => readMasterKey(client, SecretId, VersionStage)),
    )
    if (!current) throw new Error(`the secret ${SecretId} has no value`)
    latest = { current, previous: previous ?? null, at: Date.now() }
    return latest
  }
  const ask = async (maxAgeMs: number): Promise<MasterKeys> => {
    const loaded = await known?.catch(() => null)
    if (loaded && isYoung(loaded, maxAgeMs)) return loaded
    known = load()
    return known
  }
  // However old it is, a key opens what it has sealed: so deliveries go on while Secrets Manager is away. For another
  // it asks at once: a rewrap uses a key as soon as it has made it.
  const find = async (id: string): Promise<MasterKey> => {
    const key = findKey(latest, id) ?? findKey(await ask(0), id)
    if (key === undefined) throw new WrongMasterKeyError(id)
    return key
  }
  return {
    seal: async (text, context) => sealText((await ask(masterKeyCachedMs)).current, text, context),
    open: async (sealed, context) => openText(await find(getKeyId(sealed)), sealed, context),
    isCurrent: async (sealed) => (await ask(askAgainMs)).current.id === getKeyId(sealed),
  }
}

/** Of a key that is at hand, as that of a file. `secret`: as of a master key. */
export function openKeyVault(secret: string): Vault {
  const key = makeMasterKey(secret)
  return {
    seal: async (text, context) => sealText(key, text, context),
    open: async (sealed, context) => {
      if (getKeyId(sealed) !== key.id) throw new WrongMasterKeyError(getKeyId(sealed))
      return openText(key, sealed, context)
    },
    isCurrent: async (sealed) => getKeyId(sealed) === key.id,
  }
}

/** Not where the clock was set back. By the wall clock: the monotonic one stands still while a function is frozen. */
function isYoung({ at }: MasterKeys, maxAgeMs: number): boolean {
  const age = Date.now() - at
  return age >= 0 && age < maxAgeMs
}

function findKey(keys: MasterKeys | null, id: string): MasterKey | undefined {
  return [keys?.current, keys?.previous].find((key) => key?.id === id) ?? undefined
}

async function readMasterKey(client: SecretsManagerClient, SecretId: string, VersionStage: string) {
  try {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId, VersionStage }))
    return makeMasterKey(SecretString)
  } catch (error) {
    if (VersionStage === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return null
    throw error
  }
}

/** `secret`: random characters of at least 256 bits. */
function makeMasterKey(secret: string): MasterKey {
  if (secret.length < 32) throw new Error('the master key of webhooks must have at least 32 characters')
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
  return { id: derive('inventory webhooks: id', 8).toString('hex'), bytes: derive('inventory webhooks: key', 32) }
}

function sealText({ id, bytes }: MasterKey, text: string, context: string): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, bytes, iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([iv, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()])
  return `${id}.${sealed.toString('base64url')}`
}

function openText({ bytes }: MasterKey, sealed: string, context: string): string {
  const data = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url')
  const opening = createDecipheriv(cipher, bytes, data.subarray(0, ivBytes), { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(context)).setAuthTag(data.subarray(-tagBytes))
  return Buffer.concat([opening.update(data.subarray(ivBytes, -tagBytes)), opening.final()]).toString('utf8')
}

function getKeyId(sealed: string): string {
  return sealed.slice(0, sealed.indexOf('.'))
}
