import { rehearse } from '../../test/support/rehearse'
import { allows, changeRole } from '../../test/support/roles'
import { chooseCases } from '../../test/support/sample'
import { chooseSeed } from '../../test/support/seed'
import { createCompanyWithKey, startTestService, type TestService } from '../../test/support/service'
import { readTestStack } from '../../test/support/stack'
import { makeStackWith } from '../../test/support/stack-with'
import { useTable } from '../../test/support/table'

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

// Other grants are missing in test/cli/smoke.test.ts, and in local/test/functions.test.ts.
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
