import { changePlan, createCompany, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import { changeCompany } from '../../functions/operations/companies/change-company'
import { findCompany } from '../../functions/store/companies/companies'
import { listAccess } from '../support/access'
import { failWith } from '../support/client'
import { makeDyingTable } from '../support/dying'
import { makeContext, renderJson } from '../support/shop'
import { makeCaller, useTable } from '../support/table'

// What a command changes of who may do what is in the access log, once, whatever call of it fails.

const { table } = useTable()

async function openCompany() {
  const company = await createCompany(table, { name: 'Acme', plan: 'starter' })
  const key = {
    companyId: company.id,
    userId: 'usr_1',
    plan: company.plan,
    expiresAt: null,
    prefix: 'sk_test_',
  } as const
  const { row } = await createApiKey(table, { ...key, name: 'Till', scopes: ['read'] })
  return { company, keyId: row.id }
}

test('an entry says which command-line made it', async () => {
  const { company, keyId } = await openCompany()
  expect(await listAccess(table, company.id)).toEqual([
    {
      id: expect.stringMatching(/^acc_[0-9A-Z]{26}$/),
      action: 'key.created',
      actor: { type: 'system', id: 'command-line', name: null },
      subject: { type: 'key', id: keyId, name: 'Till' },
      changes: [
        { field: 'name', from: null, to: 'Till' },
        { field: 'scopes', from: null, to: 'read' },
      ],
      request_id: expect.stringMatching(/^command-[0-9A-Z]{26}$/),
      created_at: '2026-03-14T12:00:00.000Z',
    },
  ])
})

type Opened = Awaited<ReturnType<typeof openCompany>>
type Command = (on: typeof table, opened: Opened) => Promise<unknown>
const plan: Command = async (on, { company: { id } }) => {
  const company = await findCompany(on, id)
  if (company) await changePlan(on, company, 'enterprise')
}

const settings: Command = (on, { company: { id } }) =>
  changeCompany(makeContext(on, makeCaller(id)), { name: 'Acme 2', time_zone: 'Asia/Kolkata' }, renderJson)
const changedSettings = [
  { field: 'name', from: 'Acme', to: 'Acme 2' },
  { field: 'time_zone', from: 'UTC', to: 'Asia/Kolkata' },
]

test.each<[string, Command, string, object]>([
  ['company.changed', settings, 'company', changedSettings],
  ['key.revoked', (on, { keyId }) => revokeApiKey(on, keyId), 'key', []],
  ['company.plan_changed', plan, 'company', [{ field: 'plan', from: 'starter', to: 'enterprise' }]],
  ['company.suspended', (on, { company }) => suspendCompany(on, company.id), 'company', []],
  ['company.resumed', (on, { company }) => resumeCompany(on, company.id), 'company', []],
])('%s is there once, however often the command runs, and whatever call fails', async (action, run, type, changes) => {
  let killed = true
  for (let call = 1; killed; call++)
    for (const arrives of [true, false]) {
      const opened = await openCompany()
      if (action === 'company.resumed') await suspendCompany(table, opened.company.id)
      const before = await listAccess(table, opened.company.id)
      killed = (await failWith(run(makeDyingTable(table, call, { arrives }), opened))) !== null
      await Promise.allSettled([run(table, opened), run(table, opened)])
      await run(table, opened)
      const added = (await listAccess(table, opened.company.id)).filter(({ id }) =>
        before.every((row) => row.id !== id),
      )
      const id = type === 'key' ? opened.keyId : opened.company.id
      const subject = { type, id, name: type === 'key' ? 'Till' : 'Acme' }
      expect(added).toMatchObject([{ action, subject, changes }])
    }
})
