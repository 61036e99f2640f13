import { readFileSync, rmSync } from 'node:fs'
import { keys } from '../../functions/store/schema'
import { buildForDebugger } from '../../lib/source-maps'
import type { AnsweredRequest } from '../../local/gateway/gateway'
import { bolt } from '../support/bolt'
import { changeRow } from '../support/damage'
import { rehearse } from '../support/rehearse'
import { allows, changeRole } from '../support/roles'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, startTestService, type TestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'
import { makeStackWith } from '../support/stack-with'
import { useTable } from '../support/table'

// An error that is thrown in a function, as the local log tells it: with our files, and in no answer.

const operation = 'functions/operations/items/get-item.ts'

/** The line of the operation that finds the row, which is no item any more. */
const lines = readFileSync(operation, 'utf8').split('\n')
const line = 1 + lines.findIndex((text) => text.includes('await findItem('))

/** Asks for an item whose row is damaged. */
async function getDamagedItem(service: TestService) {
  const customer = await createCompanyWithKey(service)
  const { body } = await customer.call('POST', '/items', bolt)
  await changeRow(service.rows, keys.item(customer.company.id, body.id), { quantity: 'many' })
  service.logs.length = 0
  const answer = await customer.call('GET', `/items/${body.id}`)
  expect(answer.status).toBe(500)
  expect(JSON.stringify(answer.body)).not.toMatch(/stack|functions\/|index\.js|\n *at /)
  return { answer, logged: service.logs.find((text) => text.includes('request failed')) ?? '' }
}

describe('as it is deployed', () => {
  const service = useService()

  test('the stack of a 500 names our files and lines, and no bundle', async () => {
    const { logged } = await getDamagedItem(service)
    const { stack } = JSON.parse(logged.split('\n')[0] ?? '').error
    expect(stack).toContain(`at async ${operation}:${line}:`)
    expect(stack).not.toContain('index.js:')
  })

  test('what a function throws is logged with its stack, and the invocation has none', async () => {
    service.logs.length = 0
    const invocation = await service.invoke('Authorizer', {})
    expect(invocation).toEqual({ error: { errorType: expect.any(String), errorMessage: expect.any(String) } })
    const logged = service.logs.find((text) => text.includes('Authorizer') && text.includes(' failed: ')) ?? ''
    expect(logged).toMatch(/\n +at functions\/jobs\/authorizer\.ts:\d+/)
  })
})

describe('for a debugger', () => {
  const folder = `dist/test/debug-${process.env.JEST_WORKER_ID}`
  const requests: AnsweredRequest[] = []
  const service = useService(() => {
    buildForDebugger(folder, ['authorizer', 'create-item', 'get-item'])
    return startTestService(readTestStack(), { debug: folder, onRequest: (request) => requests.push(request) })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  rehearse('the same by the readable bundle, with the names of functions; each request is told', async () => {
    const { answer, logged } = await getDamagedItem(service)
    const { stack } = JSON.parse(logged.split('\n')[0] ?? '').error
    expect(stack).toMatch(new RegExp(`at async getItem \\(\\S*/${operation}:${line}:`))
    expect(requests.at(-1)).toEqual({
      requestId: answer.headers.get('x-request-id'),
      method: 'GET',
      path: expect.stringContaining('/items/itm_'),
      status: 500,
      durationMs: expect.any(Number),
      functionArn: expect.stringContaining(':function:Inventory-dev-GetItem'),
    })
  })
})

// A template that makes no table, and names one.

const engine = useTable()
const services: TestService[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
})
async function start(...options: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...options)
  services.push(service)
  return service
}

const unknownItem = '/items/itm_01K00000000000000000000001'

rehearse('the service runs on the table that the template names, where its grants hold, too', async () => {
  const stack = makeStackWith({ table: engine.table.name })
  const Resource = 'arn:aws:dynamodb:*:*:table/other'
  changeRole(stack, 'GetItem', (statements) => statements.map((statement) => ({ ...statement, Resource })))
  const service = await start(stack, { engine: engine.endpoint })
  expect([service.table, service.fresh]).toEqual([engine.table.name, false])
  const { call, client } = await createCompanyWithKey(service)
  const { id } = await client.createItem({ name: 'Bolt', sku: 'B', quantity: 3 })
  expect((await client.listItems()).data).toMatchObject([{ id, quantity: 3 }])
  // Reads the index: its partition key is known from the engine's description of the table.
  expect((await client.listTransactions({ item_id: id })).data).toMatchObject([{ item_id: id, type: 'initial' }])
  expect((await call('GET', unknownItem)).status).toBe(500)
  expect(service.logs.join('\n')).toContain('AccessDeniedException')
})

test.each([
  ['names one that the engine lacks', 'Lost', 'no table Lost: start with the --data that has it'],
  ['neither makes nor names one', undefined, 'the template has no table'],
])('a template that %s is refused, with the reason', async (_, Value, message) => {
  const stack = readTestStack()
  for (const [id, { Type }] of Object.entries(stack.template.Resources))
    if (Type === 'AWS::DynamoDB::Table') delete stack.template.Resources[id]
  const { TableName: __, ...Outputs } = stack.template.Outputs
  stack.template.Outputs = { ...Outputs, ...(Value ? { TableName: { Value } } : {}) }
  await expect(startTestService(stack, { engine: engine.endpoint })).rejects.toThrow(message)
})

// Other grants are missing in test/cli/smoke.test.ts, and in test/local/functions.test.ts.
const grants: [string, string][] = [
  ['GetItem', 'dynamodb:UpdateItem'],
  ['Authorizer', 'dynamodb:GetItem'],
]
test.each(chooseCases(grants, 1, chooseSeed()))(
  '%s without its grant of %s fails with AccessDenied, and the caller is told nothing',
  async (name, action) => {
    const stack = readTestStack()
    changeRole(stack, name, (statements) => statements.filter((statement) => !allows(statement, action)))
    const service = await start(stack)
    const { call } = await createCompanyWithKey(service)
    const { status, body } = await call('GET', unknownItem)
    expect([status, body.error.code]).toEqual([500, 'internal_error'])
    expect(service.logs.join('\n')).toContain('AccessDeniedException')
    expect(service.logs.join('\n')).toContain(`is not authorized to perform: ${action}`)
    expect((await call('GET', '/nothing')).status).toBe(name === 'Authorizer' ? 500 : 404)
  },
)
