import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { createCompany } from '../admin/companies/companies'
import { createApiKey } from '../admin/keys/api-keys'
import { type Route, routes } from '../functions/routes'
import type { AuthorizerContext } from '../functions/runtime/gateway/authorizer-context'
import { hashSecret } from '../functions/store/companies/principals'
import type { Table } from '../functions/store/table/table'
import { makeBundling, maxGzipBytes } from '../lib/bundling'
import { functionIds } from '../lib/entries'
import { startTableEngine } from '../local/table/table-engine'
import { openPatientTable } from './measure'
import { synthesizeStack } from './stack'

const usage = `npm run bench -- start-up [--runs N] [--out FILE]

Measures what it takes to start each function: bytes (checked), loading its bundle in a process of its own, and its first
answer. Medians.

  --runs N     processes for each line (default 15)
  --out FILE   where the table goes (default: nowhere; bench/START-UP.md is kept)`

const outdir = resolve('dist/start-up')

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '15' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return console.log(usage)
  const runs = Math.max(1, Number(values.runs) || 1)
  const stack = await synthesizeStack()
  const parts = [...build()].map(([part, bytes]) => `- ${part} ${formatKb(bytes)}`).join('\n')
  const engine = await startTableEngine(stack, null)
  const table = openPatientTable(engine.table, engine.endpoint)
  try {
    const authorizer = await makeAuthorizer(table)
    const env = makeEnvironment(engine)
    const times = await measureInTurn(runs, (id) => measureTimes(id, makeEvent(id, authorizer), env))
    const { lines, heaviest } = makeFunctionTable(times)
    const results = [
      '# Starting a function',
      `${describeMachine()}; medians of ${runs}. Times are of this machine.`,
      `Bytes are checked: at most ${maxGzipBytes / 1_000} KB gzipped.`,
      `Bare node takes ${(await measureBareNode(runs)).toFixed(0)} ms to start and end; loading a bundle comes on top of that.`,
      lines.join('\n'),
      'The largest parts of the largest function, in KB:',
      parts,
    ].join('\n\n')
    console.log(results)
    if (values.out) writeFileSync(values.out, `${results}\n`)
    if (heaviest > maxGzipBytes) throw new Error(`a function has ${heaviest} bytes: ${maxGzipBytes} are allowed`)
  } finally {
    table.db.destroy()
    await engine.stop()
  }
}

/** Returns the bytes of the largest function by origin, for the eight largest parts. */
function build(): Map<string, number> {
  rmSync(outdir, { recursive: true, force: true })
  const { metafile } = buildSync({ ...makeBundling(outdir), metafile: true })
  const [largest] = Object.values(metafile.outputs).sort((a, b) => b.bytes - a.bytes)
  const parts = new Map<string, number>()
  for (const [path, { bytesInOutput }] of Object.entries(largest?.inputs ?? {})) {
    const [, part = 'functions'] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput)
  }
  return new Map([...parts].sort(([, a], [, b]) => b - a).slice(0, 8))
}

/** A process for each function, in turn: what else the machine does meanwhile slows all of them down alike. */
async function measureInTurn(runs: number, measure: (id: string) => Promise<Times>): Promise<Map<string, Times>> {
  const all = new Map(functionIds.map((id) => [id, [] as Times[]]))
  for (let run = 0; run < runs; run++) for (const [id, times] of all) times.push(await measure(id))
  const median = (times: Times[], of: keyof Times) => computeMedian(times.map((each) => each[of]))
  return new Map([...all].map(([id, each]) => [id, { init: median(each, 'init'), first: median(each, 'first') }]))
}

/** Of every function: its bytes and its times. */
function makeFunctionTable(times: Map<string, Times>): { lines: string[]; heaviest: number } {
  const lines = ['| | KB | gzipped | load, ms | first answer, ms |', '| --- | ---: | ---: | ---: | ---: |']
  let heaviest = 0
  for (const [id, { init, first }] of times) {
    const bytes = readFileSync(join(outdir, id, 'index.js'))
    const gzipped = gzipSync(bytes).length
    heaviest = Math.max(heaviest, gzipped)
    const answer = id in routes ? first.toFixed(0) : ''
    lines.push(`| ${[id, formatKb(bytes.length), formatKb(gzipped), init.toFixed(0), answer].join(' | ')} |`)
  }
  return { lines, heaviest }
}

async function makeAuthorizer(table: Table): Promise<AuthorizerContext> {
  const { id: company_id, plan, user_id } = await createCompany(table, { name: 'Bench', plan: 'enterprise' })
  const owner = {
    companyId: company_id,
    userId: user_id,
    plan,
    expiresAt: null,
    name: null,
    prefix: 'sk_test_',
  } as const
  const { row, secret } = await createApiKey(table, { ...owner, scopes: ['read', 'write'] })
  return { key_hash: hashSecret(secret), company_id, plan, user_id, key_id: row.id }
}

function makeEnvironment({ table, endpoint }: { table: string; endpoint: string }): NodeJS.ProcessEnv {
  return {
    ...process.env,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: table,
  }
}

function describeMachine(): string {
  const [{ model = 'unknown' } = {}] = cpus()
  return `${cpus().length} × ${model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`
}

type Times = { init: number; first: number }

async function measureTimes(id: string, event: string, env: NodeJS.ProcessEnv): Promise<Times> {
  const file = join(outdir, id, 'index.js')
  const child = fork(join(__dirname, 'start-up-child.cjs'), [file, event], { env, execArgv: [] })
  const [times] = (await once(child, 'message')) as [Times]
  await once(child, 'exit')
  return times
}

/** An event that passes the meter and names a resource that does not exist. Empty for a job. */
function makeEvent(id: string, authorizer: object): string {
  const route = Object.values<Route>(routes).find((each) => each.id === id)
  if (!route) return ''
  const unknown = { items: 'itm', orders: 'po', transactions: 'txn', snapshots: 'snp', restores: 'rst' }
  const prefix = unknown[route.path.split('/')[1] as keyof typeof unknown]
  const numbered = prefix === 'txn' ? '00' : ''
  return JSON.stringify({
    httpMethod: route.method,
    path: `/v1${route.path}`,
    headers: { 'content-type': 'application/json' },
    body: route.method === 'GET' || route.method === 'DELETE' ? null : '{}',
    pathParameters: route.path.includes('{id}') ? { id: `${prefix}_01K00000000000000000000001${numbered}` } : null,
    requestContext: { requestId: 'bench', authorizer },
  })
}

async function measureBareNode(runs: number): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    execFileSync(process.execPath, ['-e', '0'])
    times.push(performance.now() - start)
  }
  return computeMedian(times)
}

function computeMedian(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function formatKb(bytes: number): string {
  return (bytes / 1_000).toFixed(0)
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})
