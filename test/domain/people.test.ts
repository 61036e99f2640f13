import * as people from '../../functions/domain/companies/person'
import { expectRefusal } from '../support/refusals'

test('each role has its scopes', () => {
  expect(people.scopesOfRole).toEqual({
    owner: ['read', 'write', 'webhooks', 'account', 'manage'],
    member: ['read', 'write', 'account'],
    viewer: ['read', 'account'],
  })
})

test('a person is told from a key by the id, and an address is the same in any letters', () => {
  expect(['usr_1', 'key_1', 'key_usr_'].map(people.isPersonId)).toEqual([true, false, false])
  expect(people.normalizeEmail(' Ann@Example.COM\n')).toBe('ann@example.com')
  expect(people.normalizeEmail('mi\u212ae@example.com')).not.toBe('mike@example.com') // the Kelvin sign is a large k
})

test.each([
  ['ann@example.com', true],
  ["o'neil+stock@sub.example.co.uk", true],
  ['a@xn--bcher-kva.example', true],
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  ['mi\u212ae@example.com', false],
  ['Foo<x@example.com>', false],
  ['x@example.com,', false],
  ['"x y"@example.com', false],
  ['x@y@example.com', false],
  ['x@example', false],
  ['x@example..com', false],
  ['.x@example.com', false],
  ['x.@example.com', false],
  ['x..y@example.com', false],
  ['x@-example.com', false],
  ['x@exam_ple.com', false],
  ['x@b\u00fccher.example', false],
  ['\u202ex@example.com', false],
  ['x\u200b@example.com', false],
  ['x@example.com\u2066', false],
])('%j is an address: %p', (text, expected) => {
  expect(people.isEmail(text)).toBe(expected)
})

test.each<[before: people.Role, hasSignedIn: boolean, after: people.Role | null, more: -1 | 0 | 1]>([
  ['owner', true, 'owner', 0],
  ['owner', true, 'member', -1],
  ['owner', true, null, -1],
  ['owner', false, null, 0],
  ['member', true, 'owner', 1],
  ['member', true, 'viewer', 0],
  ['member', true, null, 0],
  ['member', false, 'owner', 0],
])('the %s who has signed in (%p) and becomes %p makes owners more by %i', (role, hasSignedIn, after, more) => {
  expect(people.countOwners({ role, hasSignedIn }, after)).toBe(more)
})

test('an address that is taken, and the last owner, are refused', () => {
  expect(people.makeTakenRefusal()).toMatchObject({ code: 'invalid_request', field: 'email' })
  expect(people.makeLastOwnerRefusal()).toMatchObject({ code: 'invalid_state' })
})

const stored = { name: 'Ann', role: 'member', alerts: 'none' } as const
const owner = { isOwner: true, isSelf: false, sendsMail: true }
const self = { isOwner: false, isSelf: true, sendsMail: true }

test.each([
  [{ ...stored }, {}],
  [{ name: 'Bob' }, { name: 'Bob' }],
  [{ name: 'Ann', role: 'owner' }, { role: 'owner' }],
  [{ alerts: 'low_stock', role: 'member' }, { alerts: 'low_stock' }],
] as const)('what is sent as it is stored is no change: of %j, %j is', (patch, changes) => {
  expect(people.listChanges(stored, patch)).toStrictEqual(changes)
})

test('an owner changes names and roles, oneself alerts', () => {
  for (const patch of [{}, { name: 'Bob' }, { role: 'viewer' as const }])
    expect(() => people.requireMayChange(patch, owner)).not.toThrow()
  expect(() => people.requireMayChange({ alerts: 'low_stock' }, self)).not.toThrow()
})

test.each([
  [{ name: 'Bob' }, self, 'forbidden', 'name'],
  [{ role: 'owner' }, self, 'forbidden', 'role'],
  [{ role: 'owner', alerts: 'low_stock' }, self, 'forbidden', 'role'],
  [{ alerts: 'low_stock' }, owner, 'forbidden', 'alerts'],
  [{ alerts: 'none' }, owner, 'forbidden', 'alerts'],
  [{ alerts: 'low_stock' }, { ...self, sendsMail: false }, 'invalid_request', 'alerts'],
] as const)('%j by %j is refused with %s, and names %s', (patch, who, code, field) => {
  expectRefusal(() => people.requireMayChange(patch, who), { code, field })
})

test('without a sender, alerts can be switched off', () => {
  expect(() => people.requireMayChange({ alerts: 'none' }, { ...self, sendsMail: false })).not.toThrow()
})
