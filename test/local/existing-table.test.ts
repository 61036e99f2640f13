import type { Stack } from '../../local/template'
import { rehearse } from '../support/rehearse'
import { changeRole } from '../support/roles'
import { createCompanyWithKey, startTestService, type TestService } from '../support/service'
import { readTestStack } from '../support/stack'
import { makeStackWith } from '../support/stack-with'
import { useTable } from '../support/table'

// A template that makes no table, and names one.

const engine = useTable()
const services: TestService[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
})

/** The tests' stack without its table. */
function dropTable(): Stack {
  const stack = readTestStack()
  for (const [id, { Type }] of Object.entries(stack.template.Resources))
    if (Type === 'AWS::DynamoDB::Table') delete stack.template.Resources[id]
  return stack
}

rehearse('the service runs on the table that the template names, and its grants hold there', async () => {
  const service = await startTestService(makeStackWith({ table: engine.table.name }), { engine: engine.endpoint })
  services.push(service)
  expect([service.table, service.fresh]).toEqual([engine.table.name, false])
  const { client } = await createCompanyWithKey(service)
  const { id } = await client.createItem({ name: 'Bolt', sku: 'B', quantity: 3 })
  expect((await client.listItems()).data).toMatchObject([{ id, quantity: 3 }])
  // Reads the index: its partition key is known from the engine's description of the table.
  expect((await client.listTransactions({ item_id: id })).data).toMatchObject([{ item_id: id, type: 'initial' }])
})

rehearse('what a function may not do to the table, it may not do to the one that the template names', async () => {
  const stack = makeStackWith({ table: engine.table.name })
  const Resource = 'arn:aws:dynamodb:*:*:table/other'
  changeRole(stack, 'GetItem', (statements) => statements.map((statement) => ({ ...statement, Resource })))
  const service = await startTestService(stack, { engine: engine.endpoint })
  services.push(service)
  const { call } = await createCompanyWithKey(service)
  expect((await call('GET', '/items')).status).toBe(200)
  expect((await call('GET', '/items/itm_01K00000000000000000000001')).status).toBe(500)
  expect(service.logs.join('\n')).toContain('AccessDeniedException')
})

test.each([
  ['names one that the engine lacks', 'Lost', 'no table Lost: start with the --data that has it'],
  ['neither makes nor names one', undefined, 'the template has no table'],
])('a template that %s is refused, with the reason', async (_, Value, message) => {
  const stack = dropTable()
  const { TableName: __, ...Outputs } = stack.template.Outputs
  stack.template.Outputs = { ...Outputs, ...(Value ? { TableName: { Value } } : {}) }
  await expect(startTestService(stack, { engine: engine.endpoint })).rejects.toThrow(message)
})
