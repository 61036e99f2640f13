import { changePerson, invitePerson, removePerson } from '../../functions/operations/people/people'
import { transact } from '../../functions/store/contention'
import { makeClient } from '../support/client'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'

const service = useService(() => startTestService(readTestStack(), { signIn: true }))

async function getToken(id: string): Promise<string> {
  const answer = await fetch(`${service.signIn?.issuer}/tokens/${id}`, { method: 'POST' })
  return ((await answer.json()) as { token: string }).token
}

test('a person reads with an access token; what changes acts on the next request', async () => {
  service.setTime(0)
  const { company } = await createCompanyWithKey(service, 'starter')
  const issuer = service.signIn?.issuer ?? ''
  const id = 'usr_ada'
  const { writes } = invitePerson(
    service.rows,
    { id: company.id, plan: 'starter' },
    { id, email: 'ada@example.com', name: 'Ada', role: 'member', subject: { issuer, subject: id } },
  )
  await transact(service.rows, writes)
  const call = makeClient(service, await getToken(id))
  expect((await call('GET', '/items')).status).toBe(200)
  expect((await call('POST', '/items', { name: 'Bolt', sku: 'B' })).status).toBe(201)
  const { body } = await call('GET', '/audit')
  expect(body.data[0]).toMatchObject({ user_id: id, actor: { type: 'person', id, name: 'Ada' } })
  await transact(service.rows, (await changePerson(service.rows, company.id, id, { role: 'viewer' })).writes)
  expect((await call('POST', '/items', { name: 'Nut', sku: 'N' })).body.error).toMatchObject({ code: 'forbidden' })
  await transact(service.rows, (await removePerson(service.rows, company.id, id)).writes)
  expect((await call('GET', '/items')).status).toBe(401)
})
