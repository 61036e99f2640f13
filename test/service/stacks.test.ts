import { readFileSync, rmSync } from 'node:fs'
import { keys } from '../../functions/store/table/schema'
import { buildForDebugger } from '../../lib/bundling'
import type { AnsweredRequest } from '../../local/gateway/gateway'
import { bolt } from '../support/bolt'
import { changeRow } from '../support/damage'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, type TestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'

// An error that is thrown in a function, as the local log tells it: with our files, and in no answer.

const operation = 'functions/operations/items/find-items.ts'

/** The line of the operation that finds the row, which is no item any more. */
const lines = readFileSync(operation, 'utf8').split('\n')
const line = 1 + lines.findIndex((text) => text.includes('await reader.item('))

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
