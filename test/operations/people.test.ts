import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { setLimitsOfKeys } from '../../admin/keys/api-keys'
import type { PersonPatch } from '../../functions/domain/companies/person'
import { plans } from '../../functions/domain/companies/plan'
import { Refusal } from '../../functions/domain/errors'
import { admitRequest } from '../../functions/operations/companies/meter'
import { openContext } from '../../functions/operations/context'
import { linkPerson } from '../../functions/operations/people/link-person'
import {
  acceptInvitation,
  changePerson,
  type Invitation,
  invitePerson,
  listPeople,
  type PeopleChange,
} from '../../functions/operations/people/people'
import { removePerson } from '../../functions/operations/people/person-changes'
import { answerOnce } from '../../functions/operations/run-change'
import { foreignDirectory, type Subject, type UserDirectory } from '../../functions/runtime/people/user-directory'
import { findCompany, putCompany } from '../../functions/store/companies/companies'
import { findPerson, readPeople } from '../../functions/store/companies/person-row'
import { findPrincipal, hashEmail, hashInvitation, hashSubject } from '../../functions/store/companies/principals'
import { readUsage } from '../../functions/store/companies/usage-row'
import { keys, type RowKey } from '../../functions/store/table/schema'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { makeUlid } from '../../functions/store/time/ulids'
import { failWith } from '../support/client'
import { beforeSends } from '../support/dying'
import { renderJson } from '../support/shop'
import { chooseSize } from '../support/size'
import { makeCaller, noon, useTable } from '../support/table'

const engine = useTable()

const issuer = 'https://id.example.com'
let count = 0

type Removing = { key?: string | null; directory?: UserDirectory }

/** A provider that has accounts, by their subjects, and fails while it is `busy`. */
function openProvider(...accounts: Subject[]) {
  const provider = { accounts, busy: true }
  const remove = async (subject: string) => {
    if (provider.busy) throw new Error('too many requests')
    provider.accounts = provider.accounts.filter((account) => account.subject !== subject)
  }
  return Object.assign(provider, { directory: { add: async () => null, remove } })
}

async function openCompany() {
  const { table } = engine
  const company = {
    id: `cmp_${makeUlid(noon + ++count)}`,
    name: 'Acme',
    plan: 'starter' as const,
    user_id: 'usr_1',
    created_at: noon,
  }
  await putCompany(table, company)
  const commit = <Result>(decide: () => Promise<PeopleChange<Result>> | PeopleChange<Result>) =>
    retryUntilCommitted(table, async () => {
      const { writes, result } = await decide()
      if (writes.length > 0) await transact(table, writes)
      return result
    })
  const invite = (fields: Partial<Invitation> = {}, isStranger = false) => {
    const number = ++count
    const subject = { issuer, subject: `sub-${number}` }
    const directory = { ...foreignDirectory, add: async () => (isStranger ? null : subject) }
    const usual = { id: null, email: `p${number}@example.com`, name: `P${number}`, role: 'owner' as const }
    const decide = () => invitePerson(table, directory, company, { ...usual, ...fields })
    return commit(decide).then((person) => ({ ...person, subject }))
  }
  const join = async (fields: Partial<Invitation> = {}) => {
    const person = await invite(fields)
    await acceptInvitation(table, { company_id: company.id, id: person.id })
    return person
  }
  const change = (id: string, patch: PersonPatch) => commit(() => changePerson(table, company.id, { id, patch }))
  /** As the route does it. `key`: sent with this idempotency key. */
  const remove = (id: string, { key = null, directory = foreignDirectory }: Removing = {}) => {
    const idempotency = key === null ? null : { key, fingerprint: id, row: null }
    const context = openContext(table, { ...makeCaller(company.id), plan: company.plan }, idempotency)
    const answer = renderJson(null)
    return answerOnce(context, async () => {
      await removePerson(context, directory, id, () => answer)
      return { answer, committed: true }
    })
  }
  const owners = async () => (await findCompany(table, company.id))?.owners ?? 0
  const list = async () => (await listPeople(table, company.id, { limit: 100, offset: 0 })).rows
  return { company, invite, join, change, remove, owners, list }
}

type Invited = { email: string; subject: Subject }
const linkInvited = ({ email, subject }: Invited, table = engine.table) =>
  linkPerson(table, async () => ({ ...subject, email }), hashSubject(subject), 'token')
const admit = (subject: { issuer: string; subject: string }) => admitRequest(engine.table, hashSubject(subject))

test('a person is invited, accepts with the first request, and is listed', async () => {
  const { company, invite, list, owners } = await openCompany()
  const { id, subject } = await invite()
  const times = { invited_until: '2026-03-21T12:00:00.000Z', created_at: '2026-03-14T12:00:00.000Z' }
  expect(await list()).toMatchObject([{ id, status: 'invited', ...times }])
  expect(await findPrincipal(engine.table, hashSubject(subject))).toMatchObject({ id })
  await acceptInvitation(engine.table, { company_id: company.id, id })
  await acceptInvitation(engine.table, { company_id: company.id, id })
  expect(await list()).toMatchObject([{ status: 'active', invited_until: null }])
  expect(await owners()).toBe(1)
})

test('an invitation ends after seven days', async () => {
  const { company, invite, owners } = await openCompany()
  const { id } = await invite()
  engine.setTime(noon + 7 * 86_400_000)
  expect(await acceptInvitation(engine.table, { company_id: company.id, id })).toBeNull()
  expect(await owners()).toBe(0)
})

test('an address belongs to one company, in whatever letters, until its person is removed', async () => {
  const [one, other] = [await openCompany(), await openCompany()]
  const email = `Eve-${++count}@example.com`
  await one.join()
  const { id } = await one.invite({ email })
  for (const { invite, list } of [one, other]) {
    const before = await list()
    const refusal = { code: 'invalid_request', field: 'email' }
    await expect(invite({ email: email.toUpperCase() })).rejects.toMatchObject(refusal)
    expect(await list()).toEqual(before)
  }
  await one.remove(id)
  expect(await other.invite({ email })).toMatchObject({ status: 'invited' })
})

test('a person is metered as a key is; a removal, a role and a plan act on the very next request', async () => {
  const { company, join, change, remove } = await openCompany()
  await join()
  const { id, subject } = await join({ role: 'member' })
  const first = await admit(subject)
  expect(first).toMatchObject({ outcome: 'admitted', allowance: { limit: plans.starter.perMinute } })
  await change(id, { role: 'viewer' })
  expect(await admit(subject)).toMatchObject({ principal: { role: 'viewer' } })
  await setLimitsOfKeys(engine.table, company.id, { plan: 'starter', minute_limit: 2, day_limit: 5 })
  expect(await admit(subject)).toMatchObject({ outcome: 'limited' })
  await remove(id)
  expect(await admit(subject)).toEqual({ outcome: 'unknown' })
})

test('the last owner who has signed in stays, with the account; one who has not yet is none', async () => {
  const { invite, join, change, remove, owners } = await openCompany()
  const { id, subject } = await join()
  const second = await invite()
  const refusal = { code: 'invalid_state' }
  for (const role of ['member', 'viewer'] as const) await expect(change(id, { role })).rejects.toMatchObject(refusal)
  const provider = Object.assign(openProvider(subject), { busy: false })
  const refused = await failWith(remove(id, provider))
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject(refusal)
  expect(provider.accounts).toEqual([subject])
  expect(await admit(subject)).toMatchObject({ outcome: 'admitted' })
  expect(await change(id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', role: 'owner' })
  await remove(second.id)
  const third = await join({ role: 'viewer' })
  await change(third.id, { role: 'owner' })
  expect(await owners()).toBe(2)
  await remove(id)
  expect(await owners()).toBe(1)
  await expect(change(third.id, { role: 'member' })).rejects.toMatchObject(refusal)
})

test.each([null, 'key'])(
  'a removal that the provider fails (idempotency key: %s) ends the access, is told, and is made good when sent again',
  async (key) => {
    const [{ join, invite, remove, owners, list }, other] = [await openCompany(), await openCompany()]
    const { id, email, subject } = await join({ email: `gone-${++count}@example.com` })
    const owner = await join()
    const provider = openProvider(subject)
    const removing = { key, directory: provider.directory }
    for (const _ of ['first', 'again']) {
      await expect(remove(id, removing)).rejects.toThrow('too many requests')
      expect([await admit(subject), await owners(), provider.accounts]).toEqual([{ outcome: 'unknown' }, 1, [subject]])
    }
    await expect(remove(owner.id, removing)).rejects.toMatchObject({ code: 'invalid_state' })
    // Whoever is invited anew must not get an account that is still to be removed.
    await expect(other.invite({ email })).rejects.toMatchObject({ code: 'invalid_request', field: 'email' })
    expect((await list()).find((person) => person.id === id)).toMatchObject({ email, status: 'invited' })
    provider.busy = false
    expect(await remove(id, removing)).toMatchObject({ replayed: false })
    expect([provider.accounts, (await list()).map((person) => person.id)]).toEqual([[], [owner.id]])
    const sentAgain = remove(id, removing)
    if (key === null) await expect(sentAgain).rejects.toMatchObject({ code: 'person_not_found' })
    else expect(await sentAgain).toMatchObject({ replayed: true })
    expect(await invite({ email })).toMatchObject({ status: 'invited' })
  },
)

test('the last day of who is removed stays in the usage of the company', async () => {
  const { company, join, remove } = await openCompany()
  await join()
  const { id, subject } = await join({ role: 'member' })
  for (let request = 0; request < 5; request++) await admit(subject)
  await remove(id)
  const date = new Date(noon).toISOString().slice(0, 10)
  expect(await readUsage(engine.table, company.id, '')).toEqual([{ date, id, requests: 5, refused: 0 }])
})

test('who is being removed neither accepts an invitation any more, nor is made an owner who counts', async () => {
  const { company, invite, join, change, remove, owners } = await openCompany()
  await join()
  const { id, subject } = await invite()
  const { directory } = openProvider()
  const removeFirst = beforeSends(engine.table, async (command) => {
    if (command instanceof TransactWriteCommand) await remove(id, { directory }).catch(() => {})
  })
  expect(await acceptInvitation(removeFirst, { company_id: company.id, id })).toBeNull()
  await change(id, { role: 'member' })
  await change(id, { role: 'owner' })
  expect([await admit(subject), await owners()]).toEqual([{ outcome: 'unknown' }, 1])
  await remove(id)
  await expect(remove(id)).rejects.toMatchObject({ code: 'person_not_found' })
})

test('who was linked, and is being removed, is linked no more', async () => {
  const { company, join, remove, owners } = await openCompany()
  await join()
  const person = await join({ role: 'member' })
  const { id, subject } = person
  expect(await linkInvited(person)).toMatchObject({ id })
  await expect(remove(id, openProvider(subject))).rejects.toThrow('too many requests')
  await expect(linkInvited(person)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await acceptInvitation(engine.table, { company_id: company.id, id })).toBeNull()
  expect(await owners()).toBe(1)
})

test('two owners lower or remove each other at once: one stays', async () => {
  const times = chooseSize({ quick: 5, thorough: 200 })
  for (let time = 0; time < times; time++) {
    const { join, change, remove, owners, list } = await openCompany()
    const [one, other] = [await join(), await join()]
    const act = (id: string) => (time % 2 === 0 ? change(id, { role: 'member' }) : remove(id))
    const outcomes = await Promise.allSettled([act(one.id), act(other.id)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await owners()).toBe(1)
    expect((await list()).filter(({ role, status }) => role === 'owner' && status === 'active')).toHaveLength(1)
  }
})

test('what is not there, or of another company, is not found', async () => {
  const [one, other] = [await openCompany(), await openCompany()]
  const { id } = await one.join()
  for (const act of [() => other.remove(id), () => other.change(id, { role: 'viewer' }), () => one.remove('usr_none')])
    await expect(act()).rejects.toMatchObject({ code: 'person_not_found' })
})

/** Acts once, before the row with this key is read. */
function actBefore({ pk }: RowKey, act: () => Promise<unknown>) {
  let isDone = false
  return beforeSends(engine.table, async (command) => {
    if (isDone || !(command instanceof GetCommand) || command.input.Key?.pk !== pk) return
    isDone = true
    await act()
  })
}

test('a link that is sent twice at once has the same answer twice, and counts one owner', async () => {
  const { invite, owners } = await openCompany()
  const stranger = await invite({}, true)
  const overtaken = actBefore(keys.email(hashEmail(stranger.email)), () => linkInvited(stranger))
  expect(await linkInvited(stranger, overtaken)).toEqual(await linkInvited(stranger))
  expect(await linkInvited(stranger)).toMatchObject({ id: stranger.id, status: 'active' })
  expect(await owners()).toBe(1)
})

test('a person is found and listed though a link moves the row between two reads', async () => {
  for (const read of [findPerson, readPeople]) {
    const { company, invite } = await openCompany()
    const stranger = await invite({}, true)
    const moving = actBefore(keys.principal(hashInvitation(stranger.id)), () => linkInvited(stranger))
    expect(await read(moving, company.id, stranger.id)).toEqual(await read(engine.table, company.id, stranger.id))
    expect(await findPerson(engine.table, company.id, stranger.id)).not.toBeNull()
  }
})
