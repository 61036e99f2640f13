import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { linkPerson } from '../../functions/operations/people/link-person'
import { invitePerson } from '../../functions/operations/people/people'
import { foreignDirectory } from '../../functions/runtime/people/user-directory'
import { findCompany, putCompany } from '../../functions/store/companies/companies'
import { findPerson, readPeople } from '../../functions/store/companies/person-row'
import { hashEmail, hashInvitation, hashSubject } from '../../functions/store/companies/principals'
import { transact } from '../../functions/store/contention'
import { keys, type RowKey } from '../../functions/store/schema'
import { interceptSends } from '../support/dying'
import { noon, useTable } from '../support/table'

const engine = useTable()

const company = { id: 'cmp_1', name: 'Acme', plan: 'starter' as const, user_id: 'usr_1', created_at: noon }
let count = 0

/** Somebody whom a provider that is not ours will sign in. */
async function inviteStranger() {
  const { table } = engine
  const email = `stranger${++count}@example.com`
  await putCompany(table, { ...company, id: `cmp_${count}` })
  const companyId = `cmp_${count}`
  const invitation = { id: null, email, name: 'Ada', role: 'owner' as const }
  const { writes, result } = await invitePerson(table, foreignDirectory, { ...company, id: companyId }, invitation)
  await transact(table, writes)
  const subject = { issuer: 'https://id.example.com', subject: email }
  const link = (at = table) => linkPerson(at, async () => ({ ...subject, email }), hashSubject(subject), 'token')
  return { companyId, email, id: result.id, link }
}

/** Acts once, before the row with this key is read. */
function actBefore({ pk }: RowKey, act: () => Promise<unknown>) {
  let isDone = false
  return interceptSends(engine.table, async (send, command) => {
    if (!isDone && command instanceof GetCommand && command.input.Key?.pk === pk) {
      isDone = true
      await act()
    }
    return send(command)
  })
}

test('a link that is sent twice at once has the same answer twice, and counts one owner', async () => {
  const { companyId, email, id, link } = await inviteStranger()
  const overtaken = actBefore(keys.email(hashEmail(email)), link)
  expect(await link(overtaken)).toEqual(await link())
  expect(await link()).toMatchObject({ id, status: 'active' })
  expect((await findCompany(engine.table, companyId))?.owners).toBe(1)
})

test('a person is found and listed though a link moves the row between two reads', async () => {
  for (const read of [findPerson, readPeople]) {
    const { companyId, id, link } = await inviteStranger()
    const moving = actBefore(keys.principal(hashInvitation(id)), link)
    expect(await read(moving, companyId, id)).toEqual(await read(engine.table, companyId, id))
    expect(await findPerson(engine.table, companyId, id)).not.toBeNull()
  }
})
