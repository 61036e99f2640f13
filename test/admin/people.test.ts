import { eraseCompany } from '../../admin/companies/erase-company'
import { exportCompany } from '../../admin/companies/export-company'
import { verifyCompany } from '../../admin/verification/verify-company'
import { acceptInvitation, invitePerson, revokePerson } from '../../functions/operations/people/people'
import { removeAccount } from '../../functions/operations/people/remove-account'
import { foreignDirectory } from '../../functions/runtime/people/user-directory'
import { hashEmail } from '../../functions/store/companies/principals'
import { transact } from '../../functions/store/contention'
import { keys } from '../../functions/store/schema'
import { changeRow } from '../support/damage'
import { openShop } from '../support/shop'
import { useTable } from '../support/table'

const engine = useTable()

async function openCompany(email: string) {
  const { companyId } = await openShop(engine.table)
  return { companyId, id: await join(companyId, email) }
}

/** Returns the id of an owner who has signed in. */
async function join(companyId: string, email: string) {
  const subject = { issuer: 'https://id.example.com', subject: `sub-${email}` }
  const directory = { ...foreignDirectory, add: async () => subject }
  const company = { id: companyId, plan: 'enterprise' as const }
  const fields = { id: null, email, name: 'Ada', role: 'owner' as const }
  const { writes, result } = await invitePerson(engine.table, directory, company, fields)
  await transact(engine.table, writes)
  await acceptInvitation(engine.table, { company_id: companyId, id: result.id })
  return result.id
}

const verify = (companyId: string) => verifyCompany(engine.table, companyId, { scan: true, report: () => {} })

test('a company with people holds; owners that are miscounted and addresses that nobody has are found', async () => {
  const { companyId, id } = await openCompany('verify@example.com')
  expect(await verify(companyId)).toMatchObject({ findings: [], counts: { people: 1 } })
  await changeRow(engine.table, keys.company(companyId), { owners: 2 })
  await changeRow(engine.table, keys.email(hashEmail('verify@example.com')), { id: 'usr_other' })
  const { findings } = await verify(companyId)
  expect(findings).toEqual([
    expect.objectContaining({ code: 'wrong_person', resource: companyId }),
    expect.objectContaining({ code: 'wrong_person', resource: id }),
    expect.objectContaining({ code: 'wrong_person', resource: 'usr_other' }),
  ])
})

test('an export has people; an erasure leaves none at the provider, also of one who was being removed', async () => {
  const { companyId, id } = await openCompany('gone@example.com')
  const exported = []
  for await (const { kind, page } of exportCompany(engine.table, companyId))
    if (kind === 'person') exported.push(...page)
  expect(exported).toMatchObject([{ id, email: 'gone@example.com', role: 'owner' }])
  const leaving = await join(companyId, 'leaving@example.com')
  const { writes } = await revokePerson(engine.table, companyId, leaving)
  await transact(engine.table, writes)
  expect(await verify(companyId)).toMatchObject({ findings: [] })
  const removed: string[] = []
  const remove = async (subject: string) => void removed.push(subject)
  await eraseCompany(engine.table, companyId, {
    removeKey: async () => {},
    removePerson: (person) => removeAccount({ ...foreignDirectory, remove }, person),
    wait: async (ms) => engine.setTime(engine.table.now() + ms),
    report: () => {},
  })
  expect(removed.sort()).toEqual(['sub-gone@example.com', 'sub-leaving@example.com'])
  const { companyId: other } = await openCompany('gone@example.com')
  expect(await verify(other)).toMatchObject({ findings: [] })
})
