import { randomUUID } from 'node:crypto'
import fc from 'fast-check'

/** Nobody listens there: what is sent is refused at once. Only the local service lets webhooks lead there. */
const deafUrl = 'http://127.0.0.1:65535/'

/** An address of a person, which nobody has yet. */
export function makeAddress(): string {
  return `${randomUUID()}@example.com`
}

/** True for one that the service must take, unless somebody has it. */
export function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f-]{36}@example\.com$/.test(value.trim())
}

/** True for an address that the local service must accept for a webhook. */
export function isDeafUrl(url: string): boolean {
  return url.startsWith(deafUrl) && /^[\x21-\x7e]+$/.test(url) && !url.includes('#')
}

/** Inside, with a name or a password, with a part that is not sent, without TLS, no address, or one that is no URL. */
const refused = [
  ...['https://10.0.0.1/', 'https://169.254.169.254/latest/', 'https://[fd00::1]/', 'https://[::ffff:10.0.0.1]:8443/'],
  ...['https://0x0a000001/', 'https://2130706434:65536/', 'http://127.0.0.1:80/', 'http://127.0.0.1:1023/', 'http://'],
  ...['http://user:password@127.0.0.1:65535/', 'http://@127.0.0.1:65535/', `${deafUrl}#part`, 'ftp://127.0.0.1:65535/'],
  ...['//127.0.0.1:65535/', '127.0.0.1:65535', 'https:127.0.0.1', 'https:///x', 'javascript:0'],
  ...['https://[::1', 'https://%'],
]

/** Mostly addresses that the local service accepts, the longest of the document among them. */
export const makeUrl: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.nat({ max: 9 }).map((at) => `${deafUrl}${at}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(`${deafUrl}?a=b&c=%20`, `${deafUrl}a/../b//c`, deafUrl.padEnd(2_000, 'a'), deafUrl),
  },
  { weight: 1, arbitrary: fc.constantFrom('https://127.0.0.1:65535/', 'http://[::1]:65535/', 'HTTP://127.1:65535') },
  { weight: 2, arbitrary: fc.constantFrom(...refused) },
)
