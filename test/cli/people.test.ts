import { makeClient } from '../support/client'
import { runInventory } from '../support/command'
import { rehearse } from '../support/rehearse'
import { useService, useTools } from '../support/service'

const service = useService()
const tools = useTools(service)

const attempt = (...args: string[]) => runInventory([...args, '--info', tools.info, '--json'])
async function run(...args: string[]) {
  const { stdout, stderr } = await attempt(...args)
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('an engineer makes a company with its owner, who signs in; invites, changes and removes others', async () => {
  const company = await run(
    'companies',
    'create',
    '--name',
    'Acme',
    '--plan',
    'starter',
    '--owner',
    'Owner@example.com',
  )
  const of = ['--company', company.id]
  expect((await run('people', 'list', ...of)).data).toMatchObject([
    { id: company.user_id, email: 'owner@example.com', role: 'owner', status: 'invited' },
  ])
  const { token } = await run('people', 'token', '--person', company.user_id)
  expect((await makeClient(service, token)('GET', '/people')).status).toBe(200)
  const member = ['--email', 'ada@example.com', '--name', 'Ada', '--role', 'member']
  const ada = await run('people', 'invite', ...of, ...member)
  expect(await run('people', 'role', ...of, '--person', ada.id, '--role', 'viewer')).toMatchObject({ role: 'viewer' })
  expect(await run('people', 'remove', ...of, '--person', ada.id)).toEqual({ id: ada.id, email: 'ada@example.com' })
  expect((await run('people', 'list', ...of)).data).toMatchObject([{ status: 'active' }])
})

rehearse('what is refused changes nothing, and says why', async () => {
  const company = await run('companies', 'create', '--name', 'Acme', '--plan', 'starter', '--owner', 'only@example.com')
  const of = ['--company', company.id]
  await run('people', 'token', '--person', company.user_id)
  const before = (await run('companies', 'list')).data.length
  const again = ['companies', 'create', '--name', 'Other', '--plan', 'starter', '--owner', 'only@example.com']
  expect((await attempt(...again)).stderr).toContain('has a company already')
  expect((await attempt(...again.slice(0, -1), 'nobody')).stderr).toContain('--owner must be an e-mail address')
  expect((await run('companies', 'list')).data).toHaveLength(before)
  const wrong = ['--email', 'x@example.com', '--name', 'X', '--role', 'admin']
  expect((await attempt('people', 'invite', ...of, ...wrong)).stderr).toContain('role')
  const unknown = ['--person', 'usr_none', '--role', 'viewer']
  expect((await attempt('people', 'role', ...of, ...unknown)).stderr).toContain('There is no such person.')
  expect((await attempt('people', 'token', '--person', 'usr_none')).stderr).toContain('there is no person usr_none')
})
