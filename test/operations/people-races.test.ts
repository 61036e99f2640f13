import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { verifyCompany } from '../../admin/verification/verify-company'
import { listUsage } from '../../functions/operations/companies/usage'
import { openContext } from '../../functions/operations/context'
import { invitePerson } from '../../functions/operations/people/person-changes'
import { foreignDirectory } from '../../functions/runtime/people/user-directory'
import { findAnswer } from '../../functions/store/commit/idempotency'
import { beforeSends } from '../support/dying'
import { admit, openPeople } from '../support/people-story'
import { renderJson } from '../support/shop'
import { makeCaller, useTable } from '../support/table'

// What people of several companies, and many requests at once, do to each other.

const engine = useTable()
const open = (fields = {}) => openPeople(engine.table, fields)
const verify = async (id: string) => (await verifyCompany(engine.table, id, { report: () => {}, scan: true })).findings

test('the usage of a company has nothing of another one that a person of it has joined', async () => {
  const [acme, other] = [await open(), await open()]
  await acme.join()
  const email = 'mover@example.com'
  const ada = await acme.join({ email, role: 'member' })
  await admit(engine.table, ada)
  await acme.remove(ada.id, { as: ada.id })
  await other.join({ email })
  for (let request = 0; request < 7; request++) await admit(engine.table, { email })
  const usage = await listUsage(openContext(engine.table, makeCaller(acme.company.id)), { days: 30 })
  expect(usage.map(({ id, requests }) => [id, requests])).toEqual([[ada.id, 1]])
})

test('who accepts while the company is being resumed is not suspended for good', async () => {
  const acme = await open()
  await acme.join()
  const invited = await acme.invite()
  await suspendCompany(engine.table, acme.company.id)
  let isDone = false
  const during = beforeSends(engine.table, async (command) => {
    const isMeant =
      command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('REMOVE suspended_at"')
    if (isDone || !isMeant) return
    isDone = true
    await acme.accept(invited)
  })
  await resumeCompany(during, acme.company.id)
  expect([isDone, (await admit(engine.table, invited)).outcome]).toEqual([true, 'admitted'])
  expect(await verify(acme.company.id)).toEqual([])
})

test('whoever sends requests without an end is removed all the same', async () => {
  const acme = await open({ plan: 'enterprise' })
  await acme.join()
  const ada = await acme.join({ role: 'member' })
  let tries = 0
  const beside = beforeSends(engine.table, async (command) => {
    if (!(command instanceof TransactWriteCommand)) return
    tries += 1
    await admit(engine.table, ada)
  })
  await acme.remove(ada.id, { table: beside })
  expect([tries, await admit(engine.table, ada)]).toEqual([2, { outcome: 'unknown' }])
  expect(await verify(acme.company.id)).toEqual([])
})

test('one mail is sent for an invitation, however often it is decided, and however many ask for it at once', async () => {
  const acme = await open({ plan: 'enterprise' })
  let conflicts = 0
  const busy = beforeSends(engine.table, (command) => {
    if (!(command instanceof TransactWriteCommand) || conflicts++ >= 3) return
    const CancellationReasons = [{ Code: 'TransactionConflict' }]
    throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons })
  })
  await acme.invite({}, { table: busy })
  expect([conflicts > 3, acme.invited.length]).toEqual([true, 1])
  const sent = Array.from({ length: 20 }, () => acme.invite({ email: 'many@example.com' }))
  const outcomes = await Promise.allSettled(sent)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(acme.invited).toHaveLength(2)
})

test('where the mail fails, the invitation is taken back; sent again, it goes on', async () => {
  const acme = await open()
  const fields = { id: null, email: 'ada@example.com', name: 'Ada', role: 'viewer' } as const
  const idempotency = { key: 'once', fingerprint: 'f', row: null }
  const context = openContext(engine.table, { ...makeCaller(acme.company.id), plan: 'starter' }, idempotency)
  const failing = { ...foreignDirectory, invite: async () => Promise.reject(new Error('no mail today')) }
  await expect(invitePerson(context, failing, fields, renderJson)).rejects.toThrow('no mail today')
  expect([await acme.list(), await verify(acme.company.id)]).toEqual([[], []])
  // Its process dies before the mail.
  const dying = { ...foreignDirectory, invite: () => new Promise<void>(() => {}) }
  void invitePerson(context, dying, fields, renderJson)
  while ((await acme.list()).length === 0);
  const mails: string[] = []
  const working = { ...foreignDirectory, invite: async ({ email }: { email: string }) => void mails.push(email) }
  const person = await invitePerson(context, working, fields, renderJson)
  expect([mails, (await acme.list()).map(({ id }) => id)]).toEqual([[fields.email], [person.id]])
  expect(await findAnswer(engine.table, acme.company.id, idempotency)).toMatchObject({ status: 200 })
  await acme.accept({ id: person.id, email: fields.email })
  await expect(invitePerson(context, failing, fields, renderJson)).rejects.toThrow('no mail today')
  expect(await acme.list()).toMatchObject([{ id: person.id, status: 'active' }])
  const another = openContext(engine.table, context.caller, { ...idempotency, key: 'other' })
  await expect(invitePerson(another, working, fields, renderJson)).rejects.toMatchObject({ field: 'email' })
})
