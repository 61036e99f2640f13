import { suspendCompany } from '../../admin/companies/companies'
import { type RouteId, routes } from '../../functions/routes'
import { type Call, makeClient } from '../support/client'
import { getTokens, inviteStranger, type SignedIn, signInAs } from '../support/people'
import { unknownIds } from '../support/requests/ids'
import { makeRequest } from '../support/requests/requests'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { type Customer, createCompanyWithKey, createKey, useService } from '../support/service'

// Every route, asked by everybody who may come: who is let in, and what the others are told.

const service = useService()

/** Of what a route is, as this test sees it: the words of the code are left out on purpose. */
type Kind = 'look' | 'change' | 'webhook' | 'self' | 'owner' | 'stranger'

const ofPeople = /^(list|create|update|revoke)-keys?$|^(list-people|invite-person|list-access-log)$/
const ofOneself = ['get-account', 'get-usage', 'update-person', 'remove-person', 'sign-out-person']
const looksByPost = ['suggest-orders']

function chooseKind(id: RouteId): Kind {
  if (['link-account', 'list-invitations'].includes(id)) return 'stranger'
  if (ofPeople.test(id)) return 'owner'
  if (ofOneself.includes(id)) return 'self'
  if (/webhook|deliver/.test(id)) return 'webhook'
  const { method } = routes[id]
  return method === 'GET' || method === 'ANY' || looksByPost.includes(id) ? 'look' : 'change'
}

/** What gives access to others. */
const needsRecentSignIn: RouteId[] = ['create-key', 'invite-person', 'create-webhook', 'rotate-webhook-secret']
const changesAccess: RouteId[] = ['update-person', 'update-webhook']

type Answer = 'let in' | 'unauthorized' | 'forbidden' | 'sign_in_required' | 'second_factor_required'

/** By whom a kind of route is let in. Keys reach no route of people. */
const doors: Record<string, Kind[]> = {
  'a key that reads': ['look'],
  'a key that writes': ['change'],
  'a key for webhooks': [],
  'a key for webhooks that reads': ['look', 'webhook'],
  'a viewer': ['look', 'self', 'stranger'],
  'a member': ['look', 'change', 'self', 'stranger'],
  'an owner': ['look', 'change', 'webhook', 'self', 'owner', 'stranger'],
  'an owner of long ago': ['look', 'change', 'webhook', 'self', 'owner', 'stranger'],
  'an owner of another company': ['look', 'change', 'webhook', 'self', 'owner', 'stranger'],
  'a removed person': ['stranger'],
  'somebody of no company': ['stranger'],
  'an owner of a suspended company': [],
}
const unknown = ['no key', 'what is no key', 'a revoked key', 'somebody of no company', 'a removed person']

function tellExpected(who: string, id: RouteId): Answer {
  const kind = chooseKind(id)
  if (id === 'not-found' && !/suspended/.test(who)) return unknown.includes(who) ? 'unauthorized' : 'let in'
  if (who === 'an owner without a second factor') return id === 'get-account' ? 'let in' : 'second_factor_required'
  if (who === 'an owner of long ago' && needsRecentSignIn.includes(id)) return 'sign_in_required'
  if (doors[who]?.includes(kind)) return 'let in'
  return unknown.includes(who) ? 'unauthorized' : 'forbidden'
}

let customer: Customer
let owner: SignedIn
let callers: Map<string, Call>
beforeEach(() => service.setTime(0)) // the provider's clock is the machine's
beforeAll(async () => {
  customer = await createCompanyWithKey(service, 'enterprise')
  owner = await signInAs(service, customer, 'owner')
  callers = new Map(Object.entries(await makeCallers()))
})

async function makeCallers(): Promise<Record<string, Call>> {
  const makeKey = async (...scopes: ('read' | 'write' | 'webhooks')[]) =>
    createKey(service, customer.company.id, 'enterprise', { scopes })
  const as = (token: string | null) => makeClient(service, token)
  const again = async (signIn: { auth_time?: string; amr?: string }) =>
    as((await getTokens(service, owner.email, signIn)).token)
  const [revoked, removed] = [await makeKey('read'), await signInAs(service, customer, 'member')]
  for (const call of [revoked.call, removed.call]) await call('GET', '/items') // so that API Gateway knows them
  await owner.call('DELETE', `/keys/${revoked.keyId}`)
  await owner.call('DELETE', `/people/${removed.id}`)
  return {
    'no key': as(null),
    'what is no key': as('sk_test_none'),
    'a revoked key': revoked.call,
    'a key that reads': (await makeKey('read')).call,
    'a key that writes': (await makeKey('write')).call,
    'a key for webhooks': (await makeKey('webhooks')).call,
    'a key for webhooks that reads': (await makeKey('webhooks', 'read')).call,
    'a viewer': (await signInAs(service, customer, 'viewer')).call,
    'a member': (await signInAs(service, customer, 'member')).call,
    'an owner': owner.call,
    'an owner of long ago': await again({ auth_time: String(Math.floor(Date.now() / 1_000) - 3_000) }),
    'an owner without a second factor': await again({ amr: 'pwd' }),
    'an owner of another company': (await signInAs(service, await createCompanyWithKey(service), 'owner')).call,
    'an owner of a suspended company': await openSuspended(),
    'a removed person': removed.call,
    'somebody of no company': (await inviteStranger(service, customer, 'viewer')).call,
  }
}

/** API Gateway knows who it is. */
async function openSuspended(): Promise<Call> {
  const shut = await createCompanyWithKey(service)
  const { call } = await signInAs(service, shut, 'owner')
  await call('GET', '/items')
  await suspendCompany(service.rows, shut.company.id)
  return call
}

async function ask(call: Call, id: RouteId): Promise<Answer> {
  const { method, path, body } = makeRequest(id, unknownIds)
  const { status, body: answer } = await call(method, path, body)
  expect(status).toBeLessThan(500)
  if (![401, 403].includes(status)) return 'let in'
  return (answer as { error: { code: Answer } }).error.code
}

/** Who asks for nobody in particular changes what is one's own: those are told apart by what is changed. */
const asksFor: Partial<Record<RouteId, (who: string) => boolean>> = {
  'update-person': (who) => /owner/.test(who),
  'remove-person': (who) => /owner/.test(who),
  'sign-out-person': (who) => /owner/.test(who),
}

test.each(chooseCases(Object.keys(routes) as RouteId[], 5, chooseSeed()))('%s', async (id) => {
  for (const [who, call] of callers) {
    const own = asksFor[id]
    const isOthers = own !== undefined && !own(who) && tellExpected(who, id) === 'let in'
    const expected = isOthers ? 'forbidden' : tellExpected(who, id)
    const isLate = who === 'an owner of long ago' && changesAccess.includes(id)
    const answer = await ask(call, id)
    if (isLate) expect(['let in', 'sign_in_required']).toContain(answer)
    else expect([who, answer]).toEqual([who, expected])
  }
})
