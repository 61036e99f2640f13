import { listChanges, requireMayChange } from '../../functions/domain/companies/person'

const stored = { name: 'Ann', role: 'member', alerts: 'none' } as const
const owner = { isOwner: true, isSelf: false, sendsMail: true }
const self = { isOwner: false, isSelf: true, sendsMail: true }

test('what is sent as it is stored is no change', () => {
  expect(listChanges(stored, { ...stored })).toEqual({})
  expect(listChanges(stored, { alerts: 'low_stock', role: 'member' })).toEqual({ alerts: 'low_stock' })
})

test('an owner changes names and roles, oneself alerts', () => {
  for (const patch of [{}, { name: 'Bob' }, { role: 'viewer' as const }])
    expect(() => requireMayChange(patch, owner)).not.toThrow()
  expect(() => requireMayChange({ alerts: 'low_stock' }, self)).not.toThrow()
})

test.each([
  [{ name: 'Bob' }, self, 'forbidden', 'name'],
  [{ role: 'owner' }, self, 'forbidden', 'role'],
  [{ role: 'owner', alerts: 'low_stock' }, self, 'forbidden', 'role'],
  [{ alerts: 'low_stock' }, owner, 'forbidden', 'alerts'],
  [{ alerts: 'none' }, owner, 'forbidden', 'alerts'],
  [{ alerts: 'low_stock' }, { ...self, sendsMail: false }, 'invalid_request', 'alerts'],
] as const)('%j by %j is refused with %s, and names %s', (patch, who, code, field) => {
  expect(() => requireMayChange(patch, who)).toThrow(expect.objectContaining({ code, field }))
})

test('without a sender, alerts can be switched off', () => {
  expect(() => requireMayChange({ alerts: 'none' }, { ...self, sendsMail: false })).not.toThrow()
})
