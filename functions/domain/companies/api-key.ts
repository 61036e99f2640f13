const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretBytes = 20
const secretLength = 27
const checksumLength = 6

const keyPrefixes = ['sk_live_', 'sk_test_'] as const
export type KeyPrefix = (typeof keyPrefixes)[number]

/** How many random bytes `formatApiKey` takes: 160 bits. */
export const apiKeyBytes = secretBytes

/** The secret as the customer sees it, once: prefix, 27 characters of base62, 6 of checksum. */
export function formatApiKey(prefix: KeyPrefix, random: Uint8Array): string {
  if (random.length !== secretBytes) throw new RangeError(`an API key takes ${secretBytes} random bytes`)
  let value = 0n
  for (const byte of random) value = (value << 8n) | BigInt(byte)
  const body = prefix + base62(value, secretLength)
  return body + checksum(body)
}

/** True for a string that `formatApiKey` can have made, so that a mistyped key is refused without a read. */
export function isApiKey(text: string): boolean {
  const prefix = keyPrefixes.find((candidate) => text.startsWith(candidate))
  if (!prefix || text.length !== prefix.length + secretLength + checksumLength) return false
  const body = text.slice(0, -checksumLength)
  return text === body + checksum(body)
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength)
}

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits
  return digits
}

/** CRC-32 (ISO 3309, reflected, polynomial EDB88320) of an ASCII string. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** True while a key is neither revoked nor expired. All times are epoch milliseconds. */
export function isUsable(
  key: { revoked_at?: number | undefined; valid_until?: number | undefined },
  now: number,
): boolean {
  return key.revoked_at === undefined && (key.valid_until === undefined || key.valid_until > now)
}
