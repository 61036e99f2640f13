import { type Route, routes } from '../../functions/routes'
import { type Client, newCompany, startTestService, type TestService } from '../support/service'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const withId = Object.values<Route>(routes).filter(({ path }) => path.includes('{id}'))
const bodies: Record<string, object> = { 'update-item': { name: 'Mine' } }

async function answerTo(call: Client, route: Route, id: string) {
  const { status, text, headers } = await call(route.method, route.path.replace('{id}', id), bodies[route.id])
  const own = ['x-request-id', 'date', 'x-ratelimit-remaining']
  return { status, text, headers: [...headers].filter(([name]) => !own.includes(name)) }
}

test.each(withId)('$id: another company’s id, in every state, answers as an unknown id does', async (route) => {
  const owner = await newCompany(service)
  const stranger = await newCompany(service)
  const live = (await owner.call('POST', '/items', { name: 'Bolt', sku: 'A' })).body.id
  const trashed = (await owner.call('POST', '/items', { name: 'Bolt', sku: 'B' })).body.id
  await owner.call('DELETE', `/items/${trashed}`)
  const unknown = await answerTo(stranger.call, route, 'itm_01K00000000000000000000001')
  expect(unknown.status).toBe(404)
  for (const id of [live, trashed]) expect(await answerTo(stranger.call, route, id)).toEqual(unknown)
  expect((await owner.call('GET', `/items/${live}`)).body.name).toBe('Bolt')
})

test.each(withId)('$id: a malformed id is 404', async (route) => {
  const { call } = await newCompany(service)
  for (const id of [
    'x',
    'itm_',
    'itm_01k00000000000000000000001',
    'txn_01K00000000000000000000001',
    '%00',
    '%2e%2e',
    '🔩',
  ]) {
    expect((await answerTo(call, route, id)).status).toBe(404)
  }
})

test('a list shows the caller’s own items alone', async () => {
  const owner = await newCompany(service)
  const stranger = await newCompany(service)
  await owner.call('POST', '/items', { name: 'Bolt', sku: 'A' })
  for (const path of ['/items', '/trash']) expect((await stranger.call('GET', path)).body.pagination.total).toBe(0)
})
