import { cpSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildSync } from 'esbuild'
import { parseLog } from '../../cli/trace/main'
import { apiKeyBytes, formatApiKey } from '../../functions/domain/companies/api-key'
import { makeBundling } from '../../lib/bundling'
import { functionIds } from '../../lib/entries'
import { type FunctionDefinition, readFunctions } from '../../local/functions/function-definitions'
import { type Served, serve } from '../../local/serve'
import { SourceMaps } from '../../local/source-maps'
import { formatResources, userSettings } from '../support/aws'
import { expectRefused, runShell, spawnInventory } from '../support/command'
import { useFolder } from '../support/folder'
import { readTestStack } from '../support/stack'

// Stacks of errors that bundles really throw, as a log has them.

const stack = readTestStack()
const folder = useFolder()
let table: Served
beforeAll(async () => {
  const refusal = { __type: 'com.amazonaws.dynamodb.v20120810#ValidationException', message: 'refused' }
  table = await serve((_, outgoing) => outgoing.writeHead(400).end(JSON.stringify(refusal)))
})
afterAll(() => table.stop())

function findBundle(logicalId: string): string {
  const isIt = ({ name }: FunctionDefinition) => name.startsWith(`${stack.name}-${logicalId}`)
  const definition = [...readFunctions(stack).values()].find(isIt)
  if (!definition) throw new Error(`there is no function ${logicalId}`)
  return definition.bundle
}

/** Runs a bundle with a table that refuses every call. Returns what it prints, and the stack of what it throws. */
async function run(logicalId: string, event: object): Promise<string> {
  const code = `require('${findBundle(logicalId)}').handler(${JSON.stringify(event)}, {}).catch(e => console.log(e.stack))`
  const refusing = { AWS_ENDPOINT_URL_DYNAMODB: table.endpoint, AWS_REGION: 'eu-central-1' }
  const access = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', TABLE_NAME: 'none' }
  const { stdout } = await runShell(`node -e "$CODE" 2>&1`, { ...refusing, ...access, CODE: code })
  return stdout.replaceAll(/[^\s("]*\/asset\.\w+\//g, '/var/task/')
}

const trace = (input: string, args: string[] = [], env: Record<string, string> = {}) =>
  spawnInventory(['trace', '--maps', stack.maps, ...args], env, input)

const request = { requestContext: { requestId: 'req-1' }, httpMethod: 'GET', resource: '/items/{id}', headers: {} }
const unknownKey = {
  authorizationToken: `Bearer ${formatApiKey('sk_test_', new Uint8Array(apiKeyBytes))}`,
  methodArn: 'a/v1/GET/items',
}

test('the bundles are byte for byte those of a build without maps', () => {
  buildSync(makeBundling(folder))
  const maps = new SourceMaps(stack.maps)
  for (const id of functionIds) expect(maps.findByFile(join(folder, id, 'index.js'))?.id).toBe(id)
  for (const { bundle } of readFunctions(stack).values())
    expect(readdirSync(dirname(bundle)).filter((name) => name !== 'files')).toEqual(['index.js'])
})

test('a line of our logger: function, route and our files, by the bundle that it names', async () => {
  const log = await run('GetItem', request)
  expect(log).toContain('/var/task/index.js:')
  const { status, stdout, stderr } = await trace(log)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('request req-1\nfunction  get-item\nroute     GET /items/{id}\n')
  expect(stdout).toMatch(/at functions\/runtime\/gateway\/authorizer-context\.ts:\d+:\d+\n/)
  expect(stdout).not.toContain('/var/task')
  expect(stdout).not.toContain('Not checked')
  expect((await trace(log, ['--request', 'req-2'])).stdout).toBe('No stack.\n')
})

test('a line of our logger with another bundle is not translated', async () => {
  const log = (await run('GetItem', request)).replace(/"bundle":"\w+"/, '"bundle":"0123456789abcdef"')
  const { status, stdout } = await trace(log)
  expect(status).toBe(1)
  expect(stdout).toContain('fits the bundle 0123456789abcdef: it is of another build.')
  expect(stdout).toContain('/var/task/index.js:')
})

test('a plain stack: the operation, of the function that is named; frames of others stay', async () => {
  const other = '    at Runtime.handle (file:///var/runtime/index.mjs:1306:29)'
  const thrown = `${(await run('Authorizer', unknownKey)).trimEnd()}\n${other}\n`
  const { status, stdout } = await trace(thrown, ['--function', 'authorizer'])
  expect(status).toBe(0)
  expect(stdout).toMatch(
    /^function {2}authorizer\noperation functions\/operations\/companies\/usable-principal\.ts:\d+:\d+\n/,
  )
  expect(stdout).toContain('Not checked')
  expect(stdout).toContain(other)
  const unnamed = await trace(thrown)
  expect([unnamed.status, unnamed.stdout]).toEqual([1, expect.stringContaining('name it with --function')])
})

test('plain lines of a log are no stacks; those among them are found, with the whole message', async () => {
  const start = 'START RequestId: 6f1c Version: $LATEST\nINFO it is\n  at rest\n'
  const end = 'END RequestId: 6f1c\nREPORT RequestId: 6f1c Duration: 3.1 ms\n'
  const info = '{"level":"INFO","message":"counted"}\n'
  expect(await trace(start + info + end)).toEqual({ status: 0, stdout: 'No stack.\n', stderr: '' })
  const thrown = (await run('Authorizer', unknownKey)).trimEnd().replace(/^.*/, 'Error: two\nlines')
  const { status, stdout } = await trace(`${start}${thrown}\n${end}${thrown}\n`, ['--function', 'authorizer'])
  expect([status, stdout.match(/Error: two\nlines\n +at /g)?.length]).toEqual([0, 2])
  expect(stdout).not.toMatch(/RequestId|rest/)
})

// The time grows as the text does: as its square, each of them would take longer than a test may.
test('a hostile log is read like any other', () => {
  expect(parseLog(`   at ${'/a'.repeat(1_000_000)}x`)).toEqual([])
  expect(parseLog('Error: x\n    at /a.js:1:1\n'.repeat(250_000))).toHaveLength(250_000)
})

test('maps that are missing are told', async () => {
  await expectRefused(trace('', ['--maps', folder]), 'no source maps', 1)
  const maps = join(folder, 'maps')
  cpSync(stack.maps, maps, { recursive: true })
  rmSync(join(maps, 'get-item'), { recursive: true })
  const outcome = await trace(await run('GetItem', request), ['--maps', maps])
  expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('get-item/index.js.map is missing') })
})

/** Stands in for CloudFormation's list of a stack's log groups, and for CloudWatch Logs. Each page has one line. */
async function startLogsStandIn(groups: string[]) {
  const type = 'AWS::Logs::LogGroup'
  const lines: { group: string; stream: string; at: number; line: object }[] = []
  const filters: Record<string, unknown>[] = []
  const served = await serve(async (incoming, outgoing) => {
    const sent = await text(incoming)
    if (incoming.headers['x-amz-target'] !== 'Logs_20140328.FilterLogEvents')
      return outgoing.end(formatResources(groups.map((logicalId) => ({ type, logicalId, id: `group-${logicalId}` }))))
    const filter = JSON.parse(sent)
    filters.push(filter)
    const found = lines.filter(({ group, at }) => group === filter.logGroupName && at >= filter.startTime)
    const page = Number(filter.nextToken ?? 0)
    const events = found.slice(page, page + 1).map(({ stream, at, line }) => {
      return { logStreamName: stream, timestamp: at, message: JSON.stringify(line) }
    })
    const next = page + 1 < found.length ? { nextToken: String(page + 1) } : {}
    outgoing.setHeader('content-type', 'application/x-amz-json-1.1')
    outgoing.end(JSON.stringify({ events, ...next }))
  })
  return { ...served, lines, filters }
}

test('the logs of a deployed stack: its errors, by the function that the log stream names', async () => {
  const aws = await startLogsStandIn(['RouteLog1A', 'JobLog2B', 'RequestLog3C'])
  const thrown = (await run('Authorizer', unknownKey)).trimEnd()
  const stream = (name: string) => `2026/11/23/Inventory-prod-${name}4EABB8ED-x1Y2[$LATEST]ab12`
  const lambda = { level: 'ERROR', requestId: 'job-1', message: { errorType: 'Error', stackTrace: thrown.split('\n') } }
  const at = Date.now()
  const timestamp = new Date(at).toISOString()
  const ours = JSON.parse((await run('GetItem', request)).split('\n')[0] ?? '')
  aws.lines.push(
    { group: 'group-JobLog2B', stream: stream('Authorizer'), at, line: { timestamp, ...lambda } },
    { group: 'group-RouteLog1A', stream: stream('GetItem'), at, line: ours },
    { group: 'group-RouteLog1A', stream: stream('GetItem'), at: at - 7_200_000, line: { ...lambda, requestId: 'old' } },
    { group: 'group-RouteLog1A', stream: stream('Nothing'), at, line: { timestamp, ...lambda, requestId: 'lost' } },
  )
  const args = ['--stack', 'Inventory-prod', '--since', '90m', '--request', 'req-1']
  const { stdout, stderr } = await trace('', args, { ...userSettings, AWS_ENDPOINT_URL: aws.endpoint })
  await aws.stop()
  expect(stderr).toBe('')
  expect(stdout).toContain('request req-1\nfunction  get-item\nroute     GET /items/{id}\n')
  expect(stdout).toContain(
    'request job-1\nfunction  authorizer\noperation functions/operations/companies/usable-principal.ts',
  )
  expect(stdout).toContain('request lost\nNot translated: the text does not say whose stack it is')
  expect(stdout).not.toContain('request old')
  expect(new Set(aws.filters.map(({ logGroupName }) => logGroupName))).toEqual(
    new Set(['group-RouteLog1A', 'group-JobLog2B']),
  )
  expect(aws.filters[0]?.filterPattern).toContain('($.request_id = "req-1" || $.requestId = "req-1")')
})
