import type { Answer, Call } from '../support/client'
import { allows, changeRole } from '../support/roles'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, startTestService } from '../support/service'
import { readTestStack } from '../support/stack'

/** The stack without the statements of the function's role that name the action. */
function stackWithout(functionName: string, action: string) {
  const stack = readTestStack()
  changeRole(stack, functionName, (statements) => statements.filter((statement) => !allows(statement, action)))
  return stack
}

const bolt = { name: 'Bolt', sku: 'B' }
const grants: [string, string, (call: Call) => Promise<Answer>][] = [
  ['CreateItem', 'dynamodb:PutItem', (call) => call('POST', '/items', bolt)],
  ['ListItems', 'dynamodb:Query', (call) => call('GET', '/items')],
  ['GetItem', 'dynamodb:UpdateItem', (call) => call('GET', '/items/itm_01K00000000000000000000001')],
  ['Authorizer', 'dynamodb:GetItem', (call) => call('GET', '/items')],
]
test.each(chooseCases(grants, 1, chooseSeed()))(
  '%s without its grant of %s fails with AccessDenied, and the caller is told nothing',
  async (name, action, request) => {
    const service = await startTestService(stackWithout(name, action))
    try {
      const { call } = await createCompanyWithKey(service)
      const { status, body } = await request(call)
      expect([status, body.error.code]).toEqual([500, 'internal_error'])
      expect(service.logs.join('\n')).toContain('AccessDeniedException')
      expect(service.logs.join('\n')).toContain(`is not authorized to perform: ${action}`)
      expect((await call('GET', '/nothing')).status).toBe(name === 'Authorizer' ? 500 : 404)
    } finally {
      await service.stop()
    }
  },
)
