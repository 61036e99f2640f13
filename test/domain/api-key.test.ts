import fc from 'fast-check'
import { apiKeyBytes, formatApiKey, isApiKey } from '../../functions/domain/companies/api-key'
import { chooseSeed } from '../../testing/seed'

const key = fc
  .tuple(
    fc.constantFrom('sk_live_' as const, 'sk_test_' as const),
    fc.uint8Array({ minLength: apiKeyBytes, maxLength: apiKeyBytes }),
  )
  .map(([prefix, bytes]) => formatApiKey(prefix, bytes))

test('every key that is made is one', () => {
  fc.assert(
    fc.property(key, (text) => {
      expect(text).toMatch(/^sk_(live|test)_[0-9A-Za-z]{33}$/)
      expect(isApiKey(text)).toBe(true)
    }),
    { seed: chooseSeed() },
  )
})

test('a key with one character mistyped is none', () => {
  fc.assert(
    fc.property(key, fc.nat({ max: 32 }), fc.constantFrom(...'0aZ'), (text, position, typed) => {
      const at = 8 + position
      fc.pre(text[at] !== typed)
      expect(isApiKey(text.slice(0, at) + typed + text.slice(at + 1))).toBe(false)
    }),
    { seed: chooseSeed() },
  )
})

test.each(['', 'sk_test_', 'Bearer', 'sk_other_5lqwtf4UxyNGXWvT2gcAI0DVpKv2Hvu7P'])('%j is no key', (text) => {
  expect(isApiKey(text)).toBe(false)
})
