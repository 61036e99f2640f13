import { changePlan } from '../../admin/companies/companies'
import { createApiKey } from '../../admin/keys/api-keys'
import { plans } from '../../functions/domain/companies/plan'
import { admitRequest } from '../../functions/operations/companies/meter'
import { findKey, readApiKeys } from '../../functions/store/companies/key-row'
import { hashSecret } from '../../functions/store/companies/principals'
import { readUsage } from '../../functions/store/companies/usage-row'
import { keys } from '../../functions/store/table/schema'
import { queryPartitions } from '../../functions/store/table/table'
import { makeDyingTable } from '../support/dying'
import { admit, openPeople, type PeopleStory } from '../support/people-story'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

const engine = useTable()
const open = (fields = {}) => openPeople(engine.table, fields)
const last = { code: 'invalid_state', message: expect.stringContaining('keeps an owner') }

test('a person is metered as a key is; a removal, a role and a plan act on the very next request', async () => {
  const acme = await open()
  await acme.join()
  const ada = await acme.join({ role: 'member' })
  const first = await admit(engine.table, ada)
  expect(first).toMatchObject({ outcome: 'admitted', allowance: { limit: plans.starter.perMinute } })
  await acme.change(ada.id, { role: 'viewer' })
  expect(await admit(engine.table, ada)).toMatchObject({ principal: { role: 'viewer' } })
  await changePlan(engine.table, acme.company, 'professional')
  expect(await admit(engine.table, ada)).toMatchObject({ allowance: { limit: plans.professional.perMinute } })
  await acme.remove(ada.id)
  expect(await admit(engine.table, ada)).toEqual({ outcome: 'unknown' })
})

test('the last owner who has accepted stays; one who has not yet is none', async () => {
  const acme = await open()
  const olga = await acme.join()
  const second = await acme.invite()
  for (const role of ['member', 'viewer'] as const)
    await expect(acme.change(olga.id, { role })).rejects.toMatchObject(last)
  for (const as of [undefined, olga.id])
    await expect(acme.remove(olga.id, as === undefined ? {} : { as })).rejects.toMatchObject(last)
  expect(await admit(engine.table, olga)).toMatchObject({ outcome: 'admitted' })
  expect(await acme.change(olga.id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', role: 'owner' })
  await acme.remove(second.id)
  const third = await acme.join({ role: 'viewer' })
  await acme.change(third.id, { role: 'owner' })
  expect(await acme.owners()).toBe(2)
  await acme.remove(olga.id)
  expect(await acme.owners()).toBe(1)
  await expect(acme.change(third.id, { role: 'member' })).rejects.toMatchObject(last)
})

test('anybody leaves; only an owner removes others', async () => {
  const acme = await open()
  const olga = await acme.join({ name: 'Olga' })
  const [ada, bob] = [await acme.join({ role: 'member' }), await acme.join({ role: 'viewer' })]
  await expect(acme.remove(bob.id, { as: ada.id })).rejects.toMatchObject({ code: 'forbidden' })
  await acme.remove(ada.id, { as: ada.id })
  await acme.remove(bob.id, { as: olga.id })
  expect((await acme.list()).map(({ id }) => id)).toEqual([olga.id])
  const changes = [`person.left ${ada.id}`, `person.removed ${bob.id}`]
  expect((await listAccess(acme)).map((change) => change.join(' ')).sort()).toEqual(changes)
})

async function listAccess({ company }: PeopleStory, prefix = /^person\.(left|removed|changed)/) {
  const rows = await queryPartitions(engine.table, [keys.access(company.id, '').pk])
  const changes = rows.map(({ action, subject }) => [String(action), (subject as { id: string }).id])
  return changes.filter(([action = '']) => prefix.test(action))
}

test('a change is in the access log, with what the fields were; one that changes nothing is not', async () => {
  const acme = await open()
  const ada = await acme.join({ role: 'member', name: 'Ada' })
  await acme.change(ada.id, { role: 'owner', name: 'Ada' })
  await acme.change(ada.id, { role: 'owner' })
  const rows = await queryPartitions(engine.table, [keys.access(acme.company.id, '').pk])
  const changes = rows.flatMap((row) => (row.action === 'person.changed' ? [row.changes] : []))
  expect(changes).toEqual([{ role: ['member', 'owner'] }])
})

test('the last day of who is removed stays in the usage of the company', async () => {
  const acme = await open()
  await acme.join()
  const ada = await acme.join({ role: 'member' })
  for (let request = 0; request < 5; request++) await admit(engine.table, ada)
  await acme.remove(ada.id)
  const date = new Date(noon).toISOString().slice(0, 10)
  const own = { date, id: ada.id, requests: 5, refused: 0 }
  expect(await readUsage(engine.table, acme.company.id, '')).toMatchObject([own])
})

test('two owners lower or remove each other at once: one stays', async () => {
  const times = chooseSize({ quick: 5, thorough: 200 })
  for (let time = 0; time < times; time++) {
    const acme = await open()
    const [one, other] = [await acme.join(), await acme.join()]
    const act = (id: string) => (time % 2 === 0 ? acme.change(id, { role: 'member' }) : acme.remove(id))
    const outcomes = await Promise.allSettled([act(one.id), act(other.id)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await acme.owners()).toBe(1)
    const owners = (await acme.list()).filter(({ role, status }) => role === 'owner' && status === 'active')
    expect(owners).toHaveLength(1)
  }
})

test('what is not there, or of another company, is not found', async () => {
  const [one, other] = [await open(), await open()]
  const { id } = await one.join()
  for (const act of [() => other.remove(id), () => other.change(id, { role: 'viewer' }), () => one.remove('usr_none')])
    await expect(act()).rejects.toMatchObject({ code: 'person_not_found' })
})

/** An owner who is not the last, with two keys that work and one that does not. */
async function openWithKeys() {
  const acme = await open()
  const [olga, ada] = [await acme.join({ name: 'Olga' }), await acme.join({ name: 'Ada' })]
  const usual = { companyId: acme.company.id, plan: acme.company.plan, prefix: 'sk_test_' as const }
  const make = async (name: string, expiresAt: number | null = null) =>
    createApiKey(engine.table, { ...usual, scopes: ['read'], userId: ada.id, name, expiresAt })
  const [till, scanner] = [await make('Till'), await make('Scanner')]
  await make('Old', noon + 1)
  engine.setTime(noon + 2)
  const isAdmitted = async ({ secret }: { secret: string }) =>
    (await admitRequest(engine.table, hashSecret(secret))).outcome === 'admitted'
  return { acme, olga, ada, till, scanner, isAdmitted }
}

test('a removal asks about the keys that the person has made, and changes nothing before', async () => {
  const { acme, olga, ada, till, isAdmitted } = await openWithKeys()
  const message = expect.stringMatching(
    /^(?=.*Till \(key_\w+\))(?=.*Scanner \(key_\w+\))(?!.*Old).*Say keys=revoke or keys=keep/,
  )
  await expect(acme.remove(ada.id)).rejects.toMatchObject({ code: 'invalid_state', field: 'keys', message })
  expect([await acme.owners(), await isAdmitted(till)]).toEqual([2, true])
  await acme.change(ada.id, { role: 'member' })
  const own = acme.remove(ada.id, { as: ada.id, keys: 'revoke' })
  await expect(own).rejects.toMatchObject({ code: 'forbidden', field: 'keys' })
  await expect(acme.remove(olga.id, { keys: 'revoke' })).rejects.toMatchObject(last)
  expect(await isAdmitted(till)).toBe(true)
})

test('keys that are kept say who has made them; others work no more', async () => {
  for (const choice of ['keep', 'revoke'] as const) {
    const { acme, ada, till, scanner, isAdmitted } = await openWithKeys()
    await acme.remove(ada.id, { keys: choice })
    expect([await isAdmitted(till), await isAdmitted(scanner)]).toEqual(Array(2).fill(choice === 'keep'))
    const kept = await findKey(engine.table, acme.company.id, till.row.id)
    expect(kept?.row.user_name).toBe(choice === 'keep' ? 'Ada' : undefined)
  }
})

test.each(chooseCases([false, true], 1, chooseSeed()))(
  'a removal with keys that dies at any call (arrives: %s) goes on when it is sent again',
  async (arrives) => {
    for (let call = 1, died = true; died; call++) {
      const { acme, ada } = await openWithKeys()
      const removal = { key: 'once', keys: 'revoke' } as const
      const table = makeDyingTable(engine.table, call, { arrives })
      died = await acme.remove(ada.id, { ...removal, table }).then(
        () => false,
        () => true,
      )
      await acme.remove(ada.id, removal)
      expect((await acme.list()).map(({ name }) => name)).toEqual(['Olga'])
      const usable = (await readApiKeys(engine.table, acme.company.id)).filter((row) => row.revoked_at === undefined)
      expect(usable.map(({ name }) => name)).toEqual(['Old'])
      expect(await listAccess(acme)).toEqual([['person.removed', ada.id]])
    }
  },
)

test('where API Gateway fails, a key works no more, the person stays, and the removal can be sent again', async () => {
  const { acme, ada, till, scanner, isAdmitted } = await openWithKeys()
  const removeKey = async () => Promise.reject(new Error('too many requests'))
  await expect(acme.remove(ada.id, { keys: 'revoke', removeKey })).rejects.toThrow('too many requests')
  const stopped = [await isAdmitted(till), await isAdmitted(scanner)].filter((works) => !works)
  expect([stopped, await acme.owners()]).toEqual([[false], 2])
  await acme.remove(ada.id, { keys: 'revoke' })
  expect(await acme.owners()).toBe(1)
})
