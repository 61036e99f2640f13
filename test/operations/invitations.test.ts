import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { suspendCompany } from '../../admin/companies/companies'
import { deleteRows } from '../../admin/table/table-scan'
import { verifyCompany } from '../../admin/verification/verify-company'
import { plans } from '../../functions/domain/companies/plan'
import { findUsablePerson } from '../../functions/operations/companies/usable-principal'
import { listInvitations } from '../../functions/operations/people/accept-invitation'
import { makeEmailKey } from '../../functions/store/companies/email-row'
import { findPerson, readPeople } from '../../functions/store/companies/person-row'
import { hashInvitation } from '../../functions/store/companies/principals'
import { keys, type RowKey } from '../../functions/store/table/schema'
import { findRow, queryPartitions } from '../../functions/store/table/table'
import { beforeSends, makeDyingTable } from '../support/dying'
import { admit, identify, openPeople } from '../support/people-story'
import { putRows } from '../support/put-rows'
import { noon, useTable } from '../support/table'

const engine = useTable()
const open = (fields = {}) => openPeople(engine.table, fields)
const listFor = (email: string) => listInvitations(engine.table, identify(email))
const refusal = { code: 'invalid_state' }

test('a person is invited, sees by whom, accepts, and is listed', async () => {
  const acme = await open()
  const olga = await acme.join({ name: 'Olga' })
  const { id, email } = await acme.invite({ role: 'member' }, { as: olga.id })
  const until = '2026-03-21T12:00:00.000Z'
  const find = async () => (await acme.list()).find((person) => person.id === id)
  expect(await find()).toMatchObject({ status: 'invited', invited_until: until })
  expect(acme.invited.at(-1)).toMatchObject({ email, company: 'Acme', inviter: 'Olga' })
  const shown = { id, company: 'Acme', inviter: 'Olga', role: 'member', invited_until: until }
  expect(await listFor(email)).toEqual([shown])
  expect(await admit(engine.table, { email })).toEqual({ outcome: 'unknown' })
  const accepted = await acme.accept({ id, email })
  expect(accepted).toMatchObject({ id, status: 'active', invited_until: null })
  expect(await acme.accept({ id, email })).toEqual(accepted)
  expect(await find()).toMatchObject({ status: 'active' })
  expect(await listFor(email)).toEqual([])
  expect([await acme.owners(), (await admit(engine.table, { email })).outcome]).toEqual([1, 'admitted'])
})

test('several companies invite one address, and none of them learns of the others', async () => {
  const [one, other] = [await open({ name: 'One' }), await open({ name: 'Other' })]
  const email = 'eve@example.com'
  const first = await one.invite({ email })
  engine.setTime(noon + 1)
  const second = await other.invite({ email: email.toUpperCase(), role: 'viewer' })
  expect({ ...second, id: first.id, name: first.name, role: first.role }).toEqual({
    ...first,
    created_at: second.created_at,
    invited_until: second.invited_until,
  })
  expect((await listFor(email)).map(({ company }) => company)).toEqual(['Other', 'One'])
  expect(await other.accept(second)).toMatchObject({ role: 'viewer' })
  await expect(one.accept(first)).rejects.toMatchObject({ ...refusal, message: expect.stringContaining('leave it') })
  await other.join()
  await other.remove(second.id, { as: second.id })
  expect(await one.accept(first)).toMatchObject({ id: first.id, role: 'owner' })
  expect(await findPerson(engine.table, other.company.id, second.id)).toBeNull()
})

test('a company has an address once, in whatever letters, until the person has left or the invitation has ended', async () => {
  const acme = await open()
  await acme.join()
  const email = 'once@example.com'
  const taken = { code: 'invalid_request', field: 'email' }
  const { id } = await acme.invite({ email })
  await expect(acme.invite({ email: 'ONCE@example.com' })).rejects.toMatchObject(taken)
  engine.setTime(noon + 7 * 86_400_000)
  await expect(acme.accept({ id, email })).rejects.toMatchObject(refusal)
  const again = await acme.invite({ email })
  expect((await acme.list()).map((person) => person.id)).not.toContain(id)
  expect(await acme.accept(again)).toMatchObject({ id: again.id })
  await expect(acme.invite({ email })).rejects.toMatchObject(taken)
  await acme.remove(again.id)
  expect(await acme.invite({ email })).toMatchObject({ status: 'invited' })
})

test('two invitations to one address at once: one of them is refused', async () => {
  const acme = await open()
  const email = 'race@example.com'
  const invite = () => acme.invite({ email })
  const outcomes = await Promise.allSettled([invite(), invite()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await acme.list()).toHaveLength(1)
})

test('an invitation that is not to the address, was taken back, or is of a suspended company, takes nobody in', async () => {
  const acme = await open()
  await acme.join()
  const [ada, bob] = [await acme.invite(), await acme.invite()]
  await expect(acme.accept({ id: ada.id, email: bob.email })).rejects.toMatchObject(refusal)
  await expect(acme.accept({ id: 'usr_none', email: bob.email })).rejects.toMatchObject(refusal)
  await acme.remove(ada.id)
  await expect(acme.accept(ada)).rejects.toMatchObject(refusal)
  await suspendCompany(engine.table, acme.company.id)
  expect(await listFor(bob.email)).toEqual([])
  await expect(acme.accept(bob)).rejects.toMatchObject(refusal)
  expect(await acme.owners()).toBe(1)
})

/** Acts once, before this is sent. */
function actBefore(isMeant: (command: unknown) => boolean, act: () => Promise<unknown>) {
  let isDone = false
  return beforeSends(engine.table, async (command) => {
    if (isDone || !isMeant(command)) return
    isDone = true
    await act()
  })
}
const readsRow =
  ({ pk }: RowKey) =>
  (command: unknown) =>
    command instanceof GetCommand && command.input.Key?.pk === pk
const writes = (command: unknown) => command instanceof TransactWriteCommand

test('an acceptance that is sent twice at once has the same answer twice, and counts one owner', async () => {
  const acme = await open()
  const invited = await acme.invite()
  const overtaken = actBefore(
    (command) => command instanceof QueryCommand,
    () => acme.accept(invited),
  )
  expect(await acme.accept(invited, overtaken)).toEqual(await acme.accept(invited))
  const late = await acme.invite()
  const lost = actBefore(writes, () => acme.accept(late))
  expect(await acme.accept(late, lost)).toMatchObject({ id: late.id, status: 'active' })
  expect(await acme.owners()).toBe(2)
})

test('an invitation that is taken back, or of which the role changes, meanwhile, is accepted as it is then', async () => {
  const acme = await open()
  await acme.join()
  const [gone, lower] = [await acme.invite(), await acme.invite()]
  await expect(
    acme.accept(
      gone,
      actBefore(writes, () => acme.remove(gone.id)),
    ),
  ).rejects.toMatchObject(refusal)
  const changed = actBefore(writes, () => acme.change(lower.id, { role: 'viewer' }))
  expect(await acme.accept(lower, changed)).toMatchObject({ role: 'viewer' })
  expect(await acme.owners()).toBe(1)
})

test('a person is found and listed though an acceptance moves the row between two reads', async () => {
  for (const read of [findPerson, readPeople]) {
    const acme = await open()
    const invited = await acme.invite()
    const moving = actBefore(readsRow(keys.principal(hashInvitation(invited.id))), () => acme.accept(invited))
    expect(await read(moving, acme.company.id, invited.id)).toEqual(
      await read(engine.table, acme.company.id, invited.id),
    )
    expect(await findPerson(engine.table, acme.company.id, invited.id)).not.toBeNull()
  }
})

test('people of a plan are counted with open invitations, and without those that have ended', async () => {
  const acme = await open()
  const max = plans.starter.people
  for (let number = 0; number < max; number++) await acme.invite()
  await expect(acme.invite()).rejects.toMatchObject({ code: 'limit_exceeded', field: 'email' })
  expect([acme.invited.length, (await acme.list()).length]).toEqual([max, max])
  engine.setTime(noon + 7 * 86_400_000)
  expect(await acme.invite()).toMatchObject({ status: 'invited' })
})

test('people invite fifty on a UTC day, those who were removed among them; commands go on', async () => {
  const acme = await open({ plan: 'professional' })
  const olga = await acme.join()
  for (let number = 1; number < 50; number++) {
    // and Olga
    const { id } = await acme.invite({}, { as: olga.id })
    if (number % 2 === 0) await acme.remove(id)
  }
  const told = acme.invited.length
  await expect(acme.invite({}, { as: olga.id })).rejects.toMatchObject({ code: 'limit_exceeded', field: 'email' })
  expect(acme.invited).toHaveLength(told) // no mail
  await acme.invite()
  engine.setTime(noon + 12 * 3_600_000)
  await acme.invite({}, { as: olga.id })
})

/** As earlier versions stored one whom the user pool knew: by the subject, and with one row for the address. */
async function storeAsBefore({ company }: { company: { id: string } }, { id, email }: { id: string; email: string }) {
  const { table } = engine
  const { hash } = identify(email)
  const [own, address] = [keys.principal(hashInvitation(id)), makeEmailKey(email, company.id)]
  const [row, named] = [await findRow(table, own), await findRow(table, address)]
  await deleteRows(table, [own, address])
  await putRows(table, [
    { ...row, ...keys.principal(hash) },
    { ...keys.principalOfCompany(company.id, id), hash },
    { ...keys.principalById(id), hash, company_id: company.id },
    { ...named, pk: address.pk, sk: 'EMAIL' },
  ])
}

test('an invitation of an earlier version opens nothing by itself, is accepted, or gives way to another one', async () => {
  const [acme, other] = [await open(), await open()]
  const [kept, passed] = [await acme.invite(), await acme.invite()]
  for (const invited of [kept, passed]) await storeAsBefore(acme, invited)
  expect((await findUsablePerson(engine.table, toToken(kept.email))).person).toBe('unknown')
  expect((await listFor(kept.email)).map(({ id }) => id)).toEqual([kept.id])
  await expect(acme.invite({ email: kept.email })).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await acme.accept(kept)).toMatchObject({ id: kept.id, status: 'active' })
  await other.accept(await other.invite({ email: passed.email }))
  expect([await acme.owners(), await other.owners()]).toEqual([1, 1])
  expect((await listFor(passed.email)).map(({ id }) => id)).toEqual([passed.id]) // still open, as another one's
  for (const { company } of [acme, other])
    expect((await verifyCompany(engine.table, company.id, { scan: true, report: () => {} })).findings).toEqual([])
  await acme.join()
  await acme.remove(kept.id)
  expect(await acme.invite({ email: kept.email })).toMatchObject({ status: 'invited' })
})

const toToken = (email: string) => ({ issuer: 'https://id.example.com', subject: identify(email).subject })

test.each([false, true])(
  'an acceptance that dies at any call (arrives: %s) is made good when it is sent again',
  async (arrives) => {
    const acme = await open()
    for (let call = 1, died = true; died; call++) {
      const invited = await acme.invite()
      died = await acme.accept(invited, makeDyingTable(engine.table, call, { arrives })).then(
        () => false,
        () => true,
      )
      expect(await acme.accept(invited)).toMatchObject({ id: invited.id, status: 'active' })
      expect(await acme.owners()).toBe(call)
    }
    const accepted = await readAccess(acme.company.id, 'person.accepted')
    expect(accepted).toHaveLength(await acme.owners())
  },
)

async function readAccess(companyId: string, action: string) {
  const rows = await queryPartitions(engine.table, [keys.access(companyId, '').pk])
  return rows.filter((row) => row.action === action)
}
