import { setSuspended, suspendKeys } from '../../admin/companies/suspension'
import { type Route, type RouteId, routes } from '../../functions/routes'
import { makeClient } from '../support/client'
import { signInAs } from '../support/people'
import { rehearse } from '../support/rehearse'
import { unknownIds } from '../support/requests/ids'
import { makeRequest } from '../support/requests/requests'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, createKey, useService } from '../support/service'

// Who reaches which route. Ids are of nothing, and what one adds, the next one may find taken.

const service = useService()

const scopes = {
  read: ['viewer', 'member', 'owner', 'key', 'stranger to this company'],
  write: ['member', 'owner', 'key', 'stranger to this company'],
  webhooks: ['owner', 'key', 'stranger to this company'],
  account: ['viewer', 'member', 'owner', 'stranger to this company'],
  manage: ['owner', 'stranger to this company'],
}
const unauthorized = [401, 'unauthorized']
const forbidden = [403, 'forbidden']
/** Whoever may not come in, whatever the route. */
const outside: Record<string, unknown[]> = { nobody: unauthorized, removed: unauthorized, suspended: forbidden }

async function openCallers() {
  service.setTime(0) // the provider's clock is the machine's
  const customer = await createCompanyWithKey(service, 'enterprise')
  const owner = await signInAs(service, customer, 'owner')
  const removed = await signInAs(service, customer, 'owner')
  await removed.call('GET', '/items') // so that API Gateway knows who it is
  await owner.call('DELETE', `/people/${removed.id}`)
  const all = { scopes: ['read', 'write', 'webhooks'] } as const
  const shut = await createCompanyWithKey(service, 'enterprise')
  const suspended = await signInAs(service, shut, 'owner')
  await suspended.call('GET', '/items')
  await setSuspended(service.rows, shut.company.id)
  await suspendKeys(service.rows, shut.company.id)
  return {
    nobody: makeClient(service, null),
    viewer: (await signInAs(service, customer, 'viewer')).call,
    member: (await signInAs(service, customer, 'member')).call,
    owner: owner.call,
    key: (await createKey(service, customer.company.id, 'enterprise', { scopes: [...all.scopes] })).call,
    'stranger to this company': (await signInAs(service, await createCompanyWithKey(service, 'enterprise'), 'owner'))
      .call,
    removed: removed.call,
    suspended: suspended.call,
  }
}

let callers: Awaited<ReturnType<typeof openCallers>>
beforeAll(async () => {
  callers = await openCallers()
})

const { 'not-found': _, 'link-account': __, ...rest } = routes
/** Everybody may change their own alerts; the person that these ids name is nobody here. */
const scopeOfOthers: Record<string, keyof typeof scopes> = { 'update-person': 'manage' }

test.each(chooseCases(Object.values<Route & { id: RouteId }>(rest), 4, chooseSeed()))(
  '$id: who is let in, and what the others are told',
  async ({ id, ...route }) => {
    const scope = scopeOfOthers[id] ?? route.scope
    const { method, path, body: sent } = makeRequest(id, unknownIds)
    for (const [caller, call] of Object.entries(callers)) {
      const { status, body } = await call<string, string>(method, path, sent)
      const told = [status, body?.error?.code]
      const isLetIn = scope !== null && scopes[scope].includes(caller)
      if (isLetIn) expect([caller, [200, 201, 204, 400, 404].includes(status)]).toEqual([caller, true])
      else expect([caller, told]).toEqual([caller, outside[caller] ?? forbidden])
    }
  },
)

rehearse('link-account: only who has a token of the provider is asked for an ID token', async () => {
  for (const [caller, call] of Object.entries(callers)) {
    const { status, body } = await call<string, string>('POST', '/account/link', {})
    const expected = { nobody: unauthorized, key: forbidden, suspended: forbidden }[caller] ?? [400, 'invalid_request']
    expect([caller, [status, body?.error?.code]]).toEqual([caller, expected])
  }
})
