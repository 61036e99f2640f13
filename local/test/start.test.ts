import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { makeClient } from '../../test/support/client'
import { runProgram } from '../../test/support/command'
import { waitFor } from '../../test/support/eventually'
import { useFolder } from '../../test/support/folder'
import { rehearse } from '../../test/support/rehearse'
import { chooseCases } from '../../test/support/sample'
import { chooseSeed } from '../../test/support/seed'
import { synthesized } from '../../test/support/stack'
import { startReceiver } from '../../test/support/webhooks'
import { unfoldStacks } from '../functions/log-lines'
import { hearStopSignals } from '../stop-signals'
import { hashFiles } from '../synthesis'
import { claimDataFolder } from '../table/data-folder'
import { access } from './access'

// `npm start` itself, as a process of its own.

const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})
const folder = useFolder()
const info = join(folder, 'service.json')

async function start(...args: string[]) {
  const options = ['--app', synthesized, '--info', info, '--port', '0', ...args]
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/main.ts', ...options])
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const told = new Promise<void>((resolve) => {
    const watcher = watch(folder, () => {
      if (!existsSync(info) || !readFileSync(info, 'utf8').endsWith('}\n')) return
      watcher.close()
      resolve()
    })
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`it ended before it answered: ${output}`)))
  await Promise.race([told, ended])
  ended.catch(() => {})
  return { child, told: JSON.parse(readFileSync(info, 'utf8')) }
}

/** A second signal must not cut the clean-up short. One of the same kind may be lost: the system merges them. */
async function interrupt(child: ChildProcess): Promise<unknown> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) child.kill(signal)
  const [code] = await once(child, 'exit')
  running.delete(child)
  return code
}

/** Ends it without a word, and waits until its engine has ended, too. */
async function kill({ child, told }: Awaited<ReturnType<typeof start>>): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { port } = new URL(told.dynamodb_endpoint)
  await waitFor(async () => (await take(Number(port)).catch(() => null))?.release() ?? null)
}

rehearse('with --data a restart keeps every item and key; Ctrl-C ends it cleanly and frees the port', async () => {
  const data = join(folder, 'data')
  const first = await start('--data', data)
  const { base_url, companies, pid } = first.told
  expect(pid).toBe(first.child.pid)
  expect(companies.map(({ plan }: { plan: string }) => plan)).toEqual(['starter', 'professional', 'enterprise'])
  const { key, read_only_key } = companies[0]
  const before = await makeClient({ baseUrl: base_url }, key)('GET', '/items?limit=100')
  expect(before.headers.get('x-ratelimit-remaining')).toBe('59') // nothing of the demo's own went over this key
  expect(before.body.data.length).toBeGreaterThan(20)
  const readOnly = makeClient({ baseUrl: base_url }, read_only_key)
  expect((await readOnly('POST', '/items', { name: 'x', sku: 'x' })).status).toBe(403)
  expect(await interrupt(first.child)).toBe(0)
  expect(existsSync(info)).toBe(false)
  const again = await take(Number(new URL(base_url).port))
  again.release()

  const second = await start('--data', data)
  expect(second.told.companies).toEqual(companies)
  const after = await makeClient({ baseUrl: second.told.base_url }, key)('GET', '/items?limit=100')
  expect(after.body).toEqual(before.body)
  expect(await interrupt(second.child)).toBe(0)
})

rehearse('a second start on the data is refused; after kill -9, the next one delivers what waited', async () => {
  const data = join(folder, 'killed')
  let healthy = false
  // The third attempt would come after five minutes. So the second one has no answer before the service is killed.
  const receiver = await startReceiver((response, count) => {
    if (healthy || count === 0) response.writeHead(healthy ? 200 : 500).end()
  })
  const { requests } = receiver
  const first = await start('--data', data)
  const other = ['--info', join(folder, 'other.json'), '--port', '0', '--no-demo', '--data', data]
  const { status, stderr } = await runProgram('local/main.ts', ['--app', synthesized, ...other])
  expect([status, stderr]).toEqual([1, expect.stringContaining(`in use by the process ${first.child.pid}`)])
  const call = makeClient({ baseUrl: first.told.base_url }, first.told.companies[0].key)
  // The demo deletes nothing: the webhook has one event.
  expect((await call('POST', '/webhooks', { url: receiver.url, events: ['item.deleted'] })).status).toBe(201)
  const { id } = (await call('POST', '/items', { name: 'Bolt', sku: 'BOLT' })).body
  expect((await call('DELETE', `/items/${id}`)).status).toBe(204)
  const sqs = new SQSClient({ endpoint: first.told.sqs_endpoint, ...access })
  const ask = new GetQueueAttributesCommand({ QueueUrl: first.told.deliveries_queue_url, AttributeNames: ['All'] })
  await waitFor(async () => {
    const { Attributes } = await sqs.send(ask)
    return requests.length > 1 || (requests.length === 1 && Attributes?.ApproximateNumberOfMessagesDelayed === '1')
  })
  sqs.destroy()
  await kill(first)
  const before = requests.length
  healthy = true
  const second = await start('--data', data)
  await waitFor(async () => requests.length > before)
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await interrupt(second.child)).toBe(0)
  expect(existsSync(join(data, 'in-use.pid'))).toBe(false)
  await receiver.stop()
})

rehearse('where its engine is killed, the service says so and ends; then the next one starts', async () => {
  const options = ['--no-demo', '--data', join(folder, 'engine')]
  const { child, told } = await start(...options)
  const ended = once(child, 'exit')
  await killEngine(new URL(told.dynamodb_endpoint).port)
  expect((await ended)[0]).toBe(1)
  running.delete(child)
  expect(existsSync(info)).toBe(false)
  expect(await interrupt((await start(...options)).child)).toBe(0)
})

/** Not the shell around it, which has the same words. */
async function killEngine(port: string): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args='])
  const lines = stdout.split('\n').filter((line) => line.includes(`--port ${port}`) && !/^\s*\d+ sh /.test(line))
  for (const line of lines) process.kill(Number.parseInt(line, 10), 'SIGKILL')
}

rehearse('--no-demo starts empty; the page that it names is the reference page', async () => {
  const { child, told } = await start('--no-demo')
  expect(told.companies).toEqual([])
  expect(told.docs_url).toBe(`${told.base_url}/docs`)
  expect(await (await fetch(told.docs_url)).text()).toContain('<title>Inventory API reference</title>')
  const document = await (await fetch(`${told.base_url}/openapi.json`)).json()
  expect(document).toEqual(JSON.parse(readFileSync('openapi/openapi.json', 'utf8')))
  expect(await interrupt(child)).toBe(0)
})

const told: [string[], number, string][] = [
  [['--port', 'many'], 2, '--port must be a number'],
  [['--port', '65535'], 2, '--port must be a number from 0 to 65534: the service needs that one and the next'],
  [['--debug', '--inspect', '65536'], 2, '--inspect must be a number from 0 to 65535\n'],
  [['--memory', '--data', 'x'], 2, 'exclude each other'],
  [['--app', 'x', '--table', 'y'], 2, 'exclude each other'],
  [['--inspect', '9229'], 2, '--inspect needs --debug'],
  [['--colour'], 2, "Unknown option '--colour'"],
  [['--help'], 0, 'npm start -- [options]'],
]

test.each(chooseCases(told, 1, chooseSeed()))('%j ends with status %i and says %j', async (args, status, message) => {
  const outcome = await runProgram('local/main.ts', args)
  expect(outcome.status).toBe(status)
  expect(outcome.stdout + outcome.stderr).toContain(message)
})

test('the README names every option', () => {
  const [main = '', text = ''] = ['main.ts', 'README.md'].map((file) => readFileSync(`local/${file}`, 'utf8'))
  expect(main.match(/^ {2}--\w+/gm)?.filter((option) => !text.includes(`| \`${option.trim()}`))).toEqual([])
})

/** At `port`, or at any free one. */
async function take(port = 0) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, release: () => server.close() }
}

/** Another process may have the port after it. */
async function takeTwo() {
  for (;;) {
    const first = await take()
    const second = await take(first.port + 1).catch(() => null)
    if (second) return [first, second] as const
    first.release()
  }
}

rehearse('a port in use is told: that of the API, or the next one, where people sign in', async () => {
  const [first, second] = await takeTwo()
  const startAt = (port: number) =>
    runProgram('local/main.ts', ['--app', synthesized, '--info', info, '--port', String(port)])
  const says = (port: number) => ({
    status: 1,
    stdout: '',
    stderr: `Port ${port} is in use. Choose another with --port: the service needs that one and the next.\n`,
  })
  expect(await startAt(first.port)).toEqual(says(second.port))
  second.release()
  expect(await startAt(first.port)).toEqual(says(first.port))
  first.release()
})

// Its parts: the folder of its data, what it synthesizes anew, what it prints, and the signals that it hears.

const mark = join(folder, 'in-use.pid')

test('a folder that another process uses is refused', () => {
  writeFileSync(mark, String(process.ppid))
  expect(() => claimDataFolder(folder)).toThrow(`in use by the process ${process.ppid}`)
})

test('a killed process may have had our pid, as in a container that starts again', () => {
  writeFileSync(mark, String(process.pid))
  const release = claimDataFolder(folder)
  expect(readFileSync(mark, 'utf8')).toBe(String(process.pid))
  release()
  expect(() => readFileSync(mark)).toThrow('ENOENT')
})

test('the hash of what a synthesis reads changes with every name and content, and with nothing else', () => {
  const [source, lock] = [join(folder, 'source'), join(folder, 'lock.json')]
  const hash = () => hashFiles([source, lock])
  const deep = join(source, 'deep')
  const file = join(deep, 'a.ts')
  mkdirSync(deep, { recursive: true })
  writeFileSync(file, 'one')
  const hashes = [hash()]
  utimesSync(file, 1, 1)
  expect(hash()).toBe(hashes[0])
  const changes = [
    () => writeFileSync(file, 'two'),
    () => writeFileSync(join(deep, 'b.ts'), ''),
    () => renameSync(file, join(source, 'a.ts')),
    () => writeFileSync(lock, '{}'),
    () => rmSync(join(deep, 'b.ts')),
  ]
  for (const change of changes) {
    change()
    hashes.push(hash())
  }
  expect(new Set(hashes).size).toBe(1 + changes.length)
})

test('the stack of an error stands below its line, without the place in the bundle', () => {
  const stack = 'Error: lost\n    at a.ts:1:2'
  const error = { name: 'Error', location: 'asset.1/index.js:84', message: 'lost', stack }
  const lines = ['plain', JSON.stringify({ level: 'ERROR', error }), JSON.stringify({ level: 'INFO' })]
  expect(unfoldStacks(lines.join('\n'))).toBe(
    'plain\n{"level":"ERROR","error":{"name":"Error","message":"lost"}}\nError: lost\n    at a.ts:1:2\n{"level":"INFO"}',
  )
})

/** What becomes of signals. A number among them is the time in milliseconds at which those after it come. */
function hear(...signals: (string | number)[]): string[] {
  const told: string[] = []
  let time = 5_000
  const process = new EventEmitter() as EventEmitter & { exit: (status: number) => void }
  process.exit = (status) => told.push(`exit ${status}`)
  hearStopSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], () => told.push('stop'), { process, now: () => time })
  for (const signal of signals) {
    if (typeof signal === 'number') time = 5_000 + signal
    else expect(process.emit(signal)).toBe(true) // otherwise the default would end the process
  }
  return told
}

test.each([
  ['the first asks to stop', ['SIGINT'], ['stop']],
  ['npm sends it once more', ['SIGINT', 'SIGINT'], ['stop']],
  ['a copy is late', ['SIGINT', 999, 'SIGINT'], ['stop']],
  ['a person presses Ctrl-C again', ['SIGINT', 'SIGINT', 1_000, 'SIGINT'], ['stop', 'exit 130']],
  ['a copy does not begin the second anew', ['SIGINT', 600, 'SIGINT', 1_200, 'SIGINT'], ['stop', 'exit 130']],
  ['a terminal is closed after Ctrl-C', ['SIGINT', 5_000, 'SIGHUP', 'SIGHUP'], ['stop']],
  ['a request to terminate', ['SIGTERM', 1_000, 'SIGTERM'], ['stop', 'exit 143']],
])('%s', (_, signals, told) => {
  expect(hear(...signals)).toEqual(told)
})
