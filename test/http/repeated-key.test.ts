import fc from 'fast-check'
import { findRepeatedKey } from '../../functions/http/repeated-key'
import { chooseSeed } from '../support/seed'

test.each([
  ['{"a":1,"a":1}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"a":{"b":[{},{"c":1,"d":"}","c":2}]}}', ['a', 'b', 1, 'c']],
  ['[[1,2],{"":1, "" :2}]', [1, '']],
  ['{"a\\"b":"\\\\","a\\"b":1}', ['a"b']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__']],
])('%s repeats %j', (text, path) => {
  expect(findRepeatedKey(text)).toEqual(path)
})

test.each([
  '{"a":"a","b":"a"}',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '"a"',
  '["a","a"]',
  '{"a":"\\",\\"a\\":1"}',
  '',
])('%s repeats nothing', (text) => {
  expect(findRepeatedKey(text)).toBeNull()
})

test('what JSON.stringify writes repeats nothing, and any key of it is found where it comes again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), fc.jsonValue(), (value, key, other) => {
      expect(findRepeatedKey(JSON.stringify(value, null, 1))).toBeNull()
      const twice = `{${JSON.stringify(key)}:${JSON.stringify(value)},${JSON.stringify(key)}:${JSON.stringify(other)}}`
      expect(findRepeatedKey(`[0,${twice}]`)).toEqual([1, key])
    }),
    { seed: chooseSeed() },
  )
})
