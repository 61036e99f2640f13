import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '../../test/support/eventually'
import { useFolder } from '../../test/support/folder'
import { makeFunctionOptions } from '../../test/support/function-options'
import { readTestStack } from '../../test/support/stack'
import { readFunctions } from '../functions/function-definitions'
import { FunctionPool } from '../functions/function-pool'
import { openApi } from '../gateway/api'
import { GatewayKeys } from '../gateway/gateway-keys'

const folder = useFolder()
const files = { bundle: join(folder, 'bundle.js'), begun: join(folder, 'begun') }
/** Admits everyone, and writes down each request that it begins. `GET /items` never ends. */
const bundle = `
  const { appendFileSync } = require('node:fs')
  const Statement = [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: '*' }]
  exports.handler = async ({ type, path }) => {
    if (type === 'TOKEN') return { principalId: 'x', policyDocument: { Statement }, usageIdentifierKey: 'x' }
    appendFileSync('${files.begun}', path + ' ')
    if (path === '/items') await new Promise(() => setInterval(() => {}, 1_000))
    return { statusCode: 200, body: '{}' }
  }`

let pool: FunctionPool
afterEach(() => pool.stop())

/** The API, of which every function is this one. It has one thread, which a request waits for until `last`. */
function openNarrowApi() {
  writeFileSync(files.bundle, bundle)
  writeFileSync(files.begun, '')
  const [definition] = readFunctions(readTestStack()).values()
  if (!definition) throw new Error('the template has functions')
  pool = new FunctionPool(
    { ...definition, bundle: files.bundle, handler: 'handler' },
    makeFunctionOptions({ concurrency: 1 }),
  )
  const waits = { last: Number.POSITIVE_INFINITY }
  const ask = openApi(readTestStack(), {
    invoke: (_, event) => pool.invoke(event, waits.last),
    now: Date.now,
    keys: new GatewayKeys(0),
    integrationTimeoutMs: null,
  })
  const get = async (path: string, holder = '1') => {
    const request = { requestId: 'x', method: 'GET', path, query: new URLSearchParams(), stage: 'v1', at: 0 }
    const { answer } = await ask(
      { ...request, headers: { authorization: `Bearer sk_test_${holder.repeat(33)}` } },
      Buffer.from(''),
    )
    return typeof answer === 'string' ? answer : answer.status
  }
  return { get, waits }
}

const readBegun = () => readFileSync(files.begun, 'utf8').trim().split(' ')

test('a request that no thread takes in time is throttled and never begins, and so is its authorizer', async () => {
  const { get, waits } = openNarrowApi()
  expect(await get('/trash')).toBe(200)
  const held = get('/items')
  await waitFor(async () => readBegun().includes('/items'))
  waits.last = performance.now() + 1
  expect(await get('/orders')).toBe('THROTTLED')
  expect(await get('/orders', '2')).toBe('THROTTLED')
  await pool.kill()
  expect(await held).toBe('BAD_GATEWAY')
  waits.last = Number.POSITIVE_INFINITY
  expect(await get('/snapshots')).toBe(200)
  expect(readBegun()).toEqual(['/trash', '/items', '/snapshots'])
})

test('a request whose turn came too late is throttled though a thread is free', async () => {
  const { get, waits } = openNarrowApi()
  expect(await get('/trash')).toBe(200)
  waits.last = performance.now()
  expect(await get('/orders')).toBe('THROTTLED')
  expect(readBegun()).toEqual(['/trash'])
})
