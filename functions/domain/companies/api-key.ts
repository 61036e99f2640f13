import { Refusal } from '../errors'
import type { KeyScope } from './caller'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretBytes = 20
const secretLength = 27
const checksumLength = 6
/** Of what follows the prefix: characters of base62. */
export const secretAndChecksumLength = secretLength + checksumLength

export const keyPrefixes = ['sk_live_', 'sk_test_'] as const
export type KeyPrefix = (typeof keyPrefixes)[number]

/** 160 bits. */
export const apiKeyBytes = secretBytes

/** The prefix, 27 characters of base62 and 6 of checksum. Throws `RangeError` unless given `apiKeyBytes` bytes. */
export function formatApiKey(prefix: KeyPrefix, random: Uint8Array): string {
  if (random.length !== secretBytes) throw new RangeError(`an API key takes ${secretBytes} random bytes`)
  let value = 0n
  for (const byte of random) value = (value << 8n) | BigInt(byte)
  const body = prefix + encodeBase62(value, secretLength)
  return body + computeChecksum(body)
}

/** Checks prefix, length and checksum, so that a mistyped key is refused without a read. */
export function isApiKey(text: string): boolean {
  const prefix = keyPrefixes.find((candidate) => text.startsWith(candidate))
  if (!prefix || text.length !== prefix.length + secretAndChecksumLength) return false
  const body = text.slice(0, -checksumLength)
  return text === body + computeChecksum(body)
}

function computeChecksum(text: string): string {
  return encodeBase62(BigInt(computeCrc32(text)), checksumLength)
}

function encodeBase62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits
  return digits
}

/** CRC-32 (ISO 3309, reflected) of an ASCII string. */
function computeCrc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

export function isUsable(
  key: { revoked_at?: number | undefined; valid_until?: number | undefined },
  now: number,
): boolean {
  return key.revoked_at === undefined && (key.valid_until === undefined || key.valid_until > now)
}

/** As the API shows a key. Its secret is not stored. */
export type ApiKey = {
  id: string
  name: string | null
  prefix: string
  last4: string
  scopes: KeyScope[]
  user_id: string
  user_name: string | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}

/** Fields that clients may send back, but not change. */
export const readOnlyKeyFields = [
  'id',
  'prefix',
  'last4',
  'scopes',
  'user_id',
  'user_name',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
] as const

/** Keys of a company that can be used, or will be: each is one of the 10 000 that API Gateway gives an account. */
export const maxUsableKeys = 250

/** `expiresAt`: epoch milliseconds, or null. Refused with `invalid_request`, and with `limit_exceeded`. */
export function requireNewKey(expiresAt: number | null, usableKeys: number, now: number): void {
  if (expiresAt !== null && expiresAt <= now)
    throw new Refusal('invalid_request', 'expires_at must be in the future.', 'expires_at')
  if (usableKeys >= maxUsableKeys)
    throw new Refusal('limit_exceeded', `A company has at most ${maxUsableKeys} keys: revoke one first.`)
}
