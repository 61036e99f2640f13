import { Exchanges } from '../../cli/smoke/exchanges'
import type { StepResult } from '../../cli/smoke/run'
import { publicRoutes } from '../../cli/smoke/steps'
import type { InventoryClient } from '../../client'
import type { KeyScope } from '../../functions/domain/companies/caller'
import type { Plan } from '../../functions/domain/companies/plan'
import { type Route, routes } from '../../functions/routes'
import type { Stack } from '../../local/template'
import { expectRefused, runInventory, startInventory } from '../support/command'
import { rehearse } from '../support/rehearse'
import { allows, changeRole } from '../support/roles'
import { type Customer, createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'
import { makeStackWith } from '../support/stack-with'

const service = useService()
beforeEach(() => service.setTime(0)) // the command goes by the machine's clock

type Printed = {
  steps: StepResult[]
  routes: { called: string[]; failed: string[]; not_called: string[] }
  cleared: number
  left: { id: string; why: string }[]
}

const openCustomer = (plan: Plan = 'enterprise') => createCompanyWithKey(service, plan, ['read', 'write', 'webhooks'])

async function run({ secret }: Customer, { baseUrl }: { baseUrl: string } = service) {
  const outcome = await runInventory(['smoke', '--url', baseUrl, '--json'], { INVENTORY_API_KEY: secret })
  return { ...outcome, printed: JSON.parse(outcome.stdout || '{}') as Printed }
}

const listBroken = ({ steps }: Printed) => steps.filter(({ outcome }) => outcome !== 'ok')

/** What is there besides trash, ended orders and the log. */
async function listRest(client: InventoryClient): Promise<unknown[]> {
  const { data: orders } = await client.listOrders()
  const open = orders.filter(({ status }) => status !== 'closed' && status !== 'cancelled')
  return [...(await client.listItems()).data, ...open, ...(await client.listSnapshots()).data]
}

const routesOfKeys = Object.values<Route>(routes).flatMap(({ id, needsPeople }) => (needsPeople ? [] : [id]))

const getRoute = (id: string) => (routes as Record<string, Route>)[id]

rehearse('every route is called at its path, each change twice, all is well, and nothing is left; twice', async () => {
  const customer = await openCustomer()
  for (const _ of [1, 2]) {
    const { status, stderr, printed } = await run(customer)
    expect(listBroken(printed)).toEqual([])
    expect(stderr).toMatch(/^ok +201 +\d+ ms {2}create-item {10}an item, sent twice\n/)
    const count = routesOfKeys.length + publicRoutes.length
    expect(stderr).toContain(`\n\n${count} of ${count} routes called, 0 failed.\nCleared away: `)
    expect(printed.routes).toEqual({ called: [...routesOfKeys, ...publicRoutes], failed: [], not_called: [] })
    expect([status, printed.left]).toEqual([0, []])
    expect(await listRest(customer.client)).toEqual([])
    expect(printed.steps.filter(isElsewhere)).toEqual([])
    const repeated = printed.steps.filter(({ what }) => what.endsWith('sent twice')).map(({ route }) => route)
    const changes = Object.values(routes).flatMap(({ id, scope }) => (scope === 'write' ? id : []))
    expect(changes.filter((id) => !repeated?.includes(id))).toEqual([])
  }
})

/** True where the request has gone to another route than the one that the step names. */
function isElsewhere({ route, request }: StepResult): boolean {
  const { method, path } = getRoute(route) ?? { method: 'GET', path: route.replace('GET ', '') }
  const pattern = path.replace(/\{[^}]+\}/g, '[^/]+')
  return method !== 'ANY' && !new RegExp(`^${method} ${service.baseUrl}${pattern}(\\?.*)?$`).test(String(request))
}

/** On a service of its own, for a key with these scopes. `rest`: what is left there. */
async function runOn(stack: Stack, scopes: KeyScope[] = ['read', 'write', 'webhooks']) {
  const own = await startTestService(stack)
  own.setTime(0)
  try {
    const customer = await createCompanyWithKey(own, 'enterprise', scopes)
    const { status, stderr, printed } = await run(customer, own)
    return { status, stderr, printed, rest: await listRest(customer.client).catch(() => null) }
  } finally {
    await own.stop()
  }
}

describe('where a grant is missing', () => {
  rehearse('the steps that need it are named, with the request id, and the others go on', async () => {
    const stack = readTestStack()
    const onIndex = (resource: unknown) => JSON.stringify(resource).includes('/index/')
    changeRole(stack, 'ListAudit', (all) => all.filter(({ Resource }) => !onIndex(Resource)))
    changeRole(stack, 'ReceiveOrder', (all) => all.filter((statement) => !allows(statement, 'dynamodb:PutItem')))
    changeRole(stack, 'RestoreItem', (all) => JSON.parse(JSON.stringify(all).replace('"IDEMPOTENCY#*"', '"NONE#*"')))
    const { status, stderr, printed, rest } = await runOn(stack)
    const failed = printed.steps.filter(({ outcome }) => outcome === 'failed')
    expect(failed?.map(({ route, what }) => `${route}: ${what}`)).toEqual([
      'restore-item: the nut, under another SKU, sent twice',
      'receive-order: a part, sent twice',
      'receive-order: a part that is taken back',
      'list-audit: of an item, by the index',
      'list-audit: of an order, by the index',
      'list-audit: of a snapshot, by the index',
    ])
    expect(failed?.[0]).toMatchObject({ status: 500, answer: expect.stringMatching(/^sent again under its key: /) })
    const { request_id } = failed?.[1] ?? {}
    expect(stderr).toContain(`(500 internal_error), request ${request_id}\n`)
    expect(printed.routes.failed).toEqual(['restore-item', 'receive-order', 'list-audit'])
    expect([status, rest]).toEqual([1, []])
  })

  rehearse('what cannot be cleared away is named, and without a list of items nothing is restored', async () => {
    const stack = readTestStack()
    changeRole(stack, 'ListItems', (all) => all.filter((statement) => !allows(statement, 'dynamodb:Query')))
    changeRole(stack, 'DeleteItem', (all) => all.filter((statement) => !allows(statement, 'dynamodb:DeleteItem')))
    // As with `-c docs=false`.
    for (const [id, { Properties }] of Object.entries(stack.template.Resources))
      if (Properties.AuthorizationType === 'NONE') delete stack.template.Resources[id]
    const { status, printed } = await runOn(stack)
    expect([status, printed.routes.failed]).toEqual([1, ['list-items', 'delete-item']])
    const outcomes = Object.fromEntries(printed.steps.map(({ route, outcome }) => [route, outcome]))
    expect(outcomes).toMatchObject({
      'restore-item': 'left out',
      'restore-snapshot': 'left out',
      'GET /docs': 'switched off',
      'GET /docs/{file+}': 'left out',
      'GET /openapi.json': 'switched off',
      'not-found': 'ok',
    })
    expect(printed.left.map(({ id }) => id.slice(0, 4))).toContain('itm_')
  })
})

rehearse('a stack without events has no webhooks, and all is well', async () => {
  const { status, printed } = await runOn(makeStackWith({ events: 'false' }), ['read', 'write'])
  const ofWebhooks = Object.values<Route>(routes).filter(({ needsEvents }) => needsEvents)
  const outcomes = listBroken(printed).map(({ route, outcome }) => [route, outcome])
  expect(Object.fromEntries(outcomes)).toEqual({
    ...Object.fromEntries(ofWebhooks.map(({ id }) => [id, 'left out'])),
    'create-webhook': 'switched off',
  })
  expect(printed.routes.not_called.sort()).toEqual(ofWebhooks.map(({ id }) => id).sort())
  expect([status, printed.routes.failed, printed.left]).toEqual([0, [], []])
})

rehearse('what a run that was killed has left is cleared away', async () => {
  const customer = await openCustomer()
  const { client } = customer
  const item = await client.createItem({ name: 'Bolt', sku: 'SMOKE-OLD-BOLT' })
  const line_items = [{ item_id: item.id, quantity_ordered: 5 }]
  const supplier = { name: 'SMOKE-OLD-SUPPLIER' }
  await client.createOrder({ supplier, line_items, status: 'draft' })
  const { id, ...order } = await client.createOrder({ supplier, line_items })
  await client.receiveOrder(id, { lines: [{ line_item_id: order.line_items[0]?.id ?? '', quantity_accepted: 1 }] })
  await client.createSnapshot({ name: 'SMOKE-OLD-SNAPSHOT' })
  expect((await run(customer)).status).toBe(0)
  expect(await listRest(client)).toEqual([])
})

rehearse('Ctrl-C clears away what was made', async () => {
  const { secret, client } = await openCustomer()
  const { child, told, ended } = startInventory(['smoke', '--url', service.baseUrl, '--key', secret])
  child.stdout.once('data', () => child.kill('SIGINT'))
  expect([await ended, told.stderr]).toEqual([[1, null], 'Stopped: clears away what was made.\n'])
  expect(told.stdout).toMatch(/^ok +201 .+Cleared away: [1-9]/s)
  expect(told.stdout).not.toContain('list-audit            all')
  expect(await listRest(client)).toEqual([])
})

rehearse('what the plan refuses is no failure', async () => {
  const customer = await openCustomer('professional')
  for (const _ of [1, 2, 3, 4]) await customer.client.deleteSnapshot((await customer.client.createSnapshot()).id)
  const { status, printed } = await run(customer)
  expect(listBroken(printed)[0]).toMatchObject({
    route: 'create-snapshot',
    outcome: 'not on this plan',
    status: 403,
    answer: expect.stringContaining("The plan 'professional' allows 4 snapshots a day."),
  })
  expect([status, printed.routes.failed]).toEqual([0, []])
  expect(printed.routes.not_called).toContain('restore-snapshot')
})

describe('refuses', () => {
  test('a company with items of others, and changes nothing', async () => {
    const customer = await openCustomer()
    await customer.client.createItem({ name: 'Bolt', sku: 'BOLT-1' })
    const told = await expectRefused(run(customer), 'such as BOLT-1')
    expect(told).toContain('npx inventory companies create --name Smoke --plan enterprise')
    expect((await customer.client.listAudit()).pagination.total).toBe(1)
  })

  rehearse('a company with more items than a run makes', async () => {
    const customer = await openCustomer()
    const items = Array.from({ length: 101 }, (_, number) => ({ name: 'Bolt', sku: `SMOKE-${number}` }))
    await customer.client.createItems({ items: items.slice(1) })
    await customer.client.createItems({ items: items.slice(0, 1) })
    await expectRefused(run(customer), 'has 101 items')
  })

  test('a key that may only read, or only write', async () => {
    await expectRefused(run(await createCompanyWithKey(service, 'starter', ['read'])), "lacks the 'write' scope")
    await expectRefused(run(await createCompanyWithKey(service, 'starter', ['write'])), "lacks the 'read' scope")
  })

  test.each<[string, (url: string) => string, string, number]>([
    ['a service that does not answer', () => 'http://127.0.0.1:9/v1', 'No answer to GET /items?limit=100', 1],
    ['a base URL that is not complete', (url) => url.slice(0, -3), 'must end in the version, such as https', 2],
    ['a key that is not known', (url) => url, 'the key is not accepted', 2],
  ])('%s', async (_, change, reason, status) => {
    const url = change(service.baseUrl)
    await expectRefused(runInventory(['smoke', '--url', url, '--key', 'sk_test_1']), reason, status)
  })
})

describe('the limits of the plan', () => {
  const refuse = (seconds: number) => new Response('{}', { status: 429, headers: { 'retry-after': String(seconds) } })

  test.each([
    ['a request that is refused is sent again', [refuse(2)], 200, [2_000]],
    [
      'a request that goes on being refused is no longer sent',
      Array.from({ length: 10 }, () => refuse(1)),
      429,
      Array(9).fill(1_000),
    ],
    ['the day is not waited for', [refuse(40_000)], 429, []],
  ])('%s', async (_, answers, status, waited) => {
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const exchanges = new Exchanges(
      () => {},
      wait,
      async () => answers.shift() ?? new Response('{}'),
    )
    expect(await exchanges.fetch('https://example.com/v1/items')).toMatchObject({ status })
    expect(waits).toEqual(waited)
  })
})
