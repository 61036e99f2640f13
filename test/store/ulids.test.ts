import { makeUlid } from '../../functions/store/ulids'
import { noon } from '../support/table'

test('ulids of one millisecond differ, and use every character', () => {
  const ulids = Array.from({ length: 2_000 }, () => makeUlid(noon)) // more than the bytes that are drawn at once
  expect(new Set(ulids).size).toBe(2_000)
  expect(new Set(ulids.map((ulid) => ulid.slice(0, 10))).size).toBe(1)
  const characters = new Set(ulids.flatMap((ulid) => [...ulid.slice(10)]))
  expect([...characters].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
})
