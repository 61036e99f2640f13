import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { apiKeyBytes, formatApiKey, isApiKey, isUsable, requireNewKey } from '../../functions/domain/companies/api-key'
import { testProperty } from '../support/property'
import { expectRefusal } from '../support/refusals'

const key = fc
  .tuple(
    fc.constantFrom('sk_live_' as const, 'sk_test_' as const),
    fc.uint8Array({ minLength: apiKeyBytes, maxLength: apiKeyBytes }),
  )
  .map(([prefix, bytes]) => formatApiKey(prefix, bytes))

testProperty('every key that is made is one', { of: [key] }, (text) => {
  expect(text).toMatch(/^sk_(live|test)_[0-9A-Za-z]{33}$/)
  expect(isApiKey(text)).toBe(true)
})

testProperty(
  'a key with one character mistyped is none',
  { of: [key, fc.nat({ max: 32 }), fc.constantFrom(...'0aZ')] },
  (text, position, typed) => {
    const at = 8 + position
    fc.pre(text[at] !== typed)
    expect(isApiKey(text.slice(0, at) + typed + text.slice(at + 1))).toBe(false)
  },
)

test.each(['', 'sk_test_', 'Bearer', 'sk_other_5lqwtf4UxyNGXWvT2gcAI0DVpKv2Hvu7P'])('%j is no key', (text) => {
  expect(isApiKey(text)).toBe(false)
})

const bytes = (...last: number[]) => Uint8Array.from([...Array(apiKeyBytes - last.length).fill(0), ...last])
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksum = (body: string) => {
  let digits = ''
  for (let rest = crc32(body); digits.length < 6; rest = Math.floor(rest / 62)) digits = alphabet[rest % 62] + digits
  return digits
}

test.each([
  [bytes(0), '0'],
  [bytes(61), 'z'],
  [bytes(62), '10'],
  [bytes(1, 0), '48'],
  [bytes(15, 3), 'zz'],
])('the bytes of a key are written in base 62: %p', (random, digits) => {
  expect(formatApiKey('sk_live_', random).slice(0, -6)).toBe(`sk_live_${digits.padStart(27, '0')}`)
})

testProperty('a key ends with the CRC-32 of what is before it, in base 62', { of: [key] }, (text) => {
  expect(text.slice(-6)).toBe(checksum(text.slice(0, -6)))
})

test.each([19, 21])('a key is not made of %i bytes', (length) => {
  expect(() => formatApiKey('sk_live_', new Uint8Array(length))).toThrow(RangeError)
})

test.each(['sk_other_', 'sk_live_0', 'sk_test'])(
  '%s with digits after it is no key, even if the checksum fits',
  (start) => {
    const body = start + '0'.repeat(27)
    expect(isApiKey(body + checksum(body))).toBe(false)
    const test = `sk_test_${'0'.repeat(27)}`
    expect(isApiKey(test + checksum(test))).toBe(true)
  },
)

test.each([
  ['was never revoked and has no end', {}, true],
  ['was revoked', { revoked_at: 5 }, false],
  ['was revoked, and has an end', { revoked_at: 5, valid_until: 11 }, false],
  ['ends later', { valid_until: 11 }, true],
  ['ends now', { valid_until: 10 }, false],
])('a key that %s can be used or not: %j, %p', (_, fields, usable) => {
  expect(isUsable(fields, 10)).toBe(usable)
})

test('a new key ends later, or never, and is one of 250 that can be used', () => {
  for (const expiresAt of [null, 11]) expect(() => requireNewKey(expiresAt, 249, 10)).not.toThrow()
  for (const expiresAt of [9, 10])
    expectRefusal(() => requireNewKey(expiresAt, 0, 10), { code: 'invalid_request', field: 'expires_at' })
  expectRefusal(() => requireNewKey(null, 250, 10), { code: 'limit_exceeded' })
})
