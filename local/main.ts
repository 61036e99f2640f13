import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import inspector from 'node:inspector'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import * as z from 'zod'
import { type DemoCompany, openDemo } from './demo'
import { unfoldStacks } from './functions/log-lines'
import type { AnsweredRequest } from './gateway/gateway'
import { PortInUseError } from './listen'
import { type Service, startService } from './service'
import { writeServiceInfo } from './service-info'
import { hearStopSignals } from './stop-signals'
import { synthesize } from './synthesis'
import { readStack } from './template'

const usage = `Runs the synthesized stack on this machine.

  npm start -- [options]

  --port N      where the API listens, on 127.0.0.1 (default 4000); people sign in at the next port
  --memory      keep nothing (the default)
  --data DIR    keep the data there, messages that wait included
  --table NAME  use this table, which the data must have, and make none
  --no-demo     without the demo companies
  --app DIR     run an app that is synthesized already
  --info FILE   where to write what clients need to know (default .local/service.json)
  --debug       readable code of the functions, each request printed, no time limits, and Node's inspector for a debugger
  --inspect N   the port of the inspector, on 127.0.0.1 (default: any free one)

  DYNAMODB_ENDPOINT   use the DynamoDB engine at this address`

const outdir = '.local/cdk.out'
const mailDir = '.local/mail'
/** Nobody gets mails of this machine: they are files. */
const sender = 'mailFrom=alerts@example.com'
/** What a deployment must pass takes most of a synthesis. */
const withoutChecks = { SYNTH_CHECKS: 'false' }
const run = promisify(execFile)

// Lambda runs a newer Node. On this machine, the SDK's warning would only hide what matters.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'

/** An error. For a command that failed, `stdout` and `stderr` are what it printed. */
const Failure = z.object({ message: z.string(), stdout: z.string().optional(), stderr: z.string().optional() })

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) return console.log(usage)
  const { port, dataDir, info } = options
  if (options.app === undefined) await synthesizeFor(options.table)
  const service = await startService(readStack(options.app ?? outdir), {
    port,
    dataDir: dataDir ?? makeTemporaryFolder(),
    rates: true,
    // People are known by the provider's address: with the same port, those of kept data stay known.
    signIn: { port: port === 0 ? 0 : port + 1 },
    mailDir,
    onLog: (text) => console.error(unfoldStacks(text)),
    ...(options.debug && { debug: await buildForDebugger(), onRequest: printRequest }),
  })
  const stop = async (status: number) => {
    rmSync(info, { force: true })
    await service.stop()
    process.exit(status)
  }
  hearStopSignals(['SIGINT', 'SIGTERM'], () => void stop(0))
  process.once('disconnect', () => void stop(0)) // the program that has forked it is gone
  void service.engineEnded.then(() => {
    console.error(
      'The DynamoDB engine has ended, and the service with it. What it has acknowledged is kept: start again.',
    )
    return stop(1)
  })
  const { baseUrl } = service
  console.log(`\nThe inventory API answers at ${baseUrl}, its reference page at ${baseUrl}/docs`)
  try {
    const companies = options.demo ? await openDemo(service) : []
    writeServiceInfo(info, service, { companies, pid: process.pid })
    printWelcome(service, companies)
    if (options.debug) openInspector(options.inspect)
  } catch (error) {
    report(error)
    await stop(1)
  }
}

function synthesizeFor(table: string | undefined): Promise<void> {
  const context = [sender, ...(table === undefined ? [] : [`table=${table}`])]
  return synthesize({ outdir, context, env: withoutChecks, report: (text) => console.log(text) })
}

/** Returns the folder. */
async function buildForDebugger(): Promise<string> {
  const folder = '.local/debug'
  rmSync(folder, { recursive: true, force: true })
  await run('npm', ['run', '--silent', 'build', '--', '--debug', folder])
  return folder
}

/** A debugger that knows worker threads finds the functions in them: each runs in one. */
function openInspector(port: number): void {
  inspector.open(port, '127.0.0.1')
  console.log(`Inspector: ${inspector.url()}\nCONTRIBUTING.md, "Debug one request", says how to connect.`)
}

function printRequest({ method, path, status, durationMs, requestId, functionArn }: AnsweredRequest): void {
  const name = functionArn?.split(':').at(-1) ?? 'no function'
  console.log(`${method} ${path} ${status} ${Math.round(durationMs)} ms ${requestId} ${name}`)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4000' },
      memory: { type: 'boolean', default: false },
      data: { type: 'string' },
      table: { type: 'string' },
      demo: { type: 'boolean', default: true },
      app: { type: 'string' },
      info: { type: 'string', default: '.local/service.json' },
      debug: { type: 'boolean', default: false },
      inspect: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowNegative: true,
  })
  const port = parsePort('port', values.port, 65_534, ': the service needs that one and the next')
  const inspect = parsePort('inspect', values.inspect ?? '0')
  if (values.inspect !== undefined && !values.debug) throw new TypeError('--inspect needs --debug')
  if (values.memory && values.data !== undefined) throw new TypeError('--memory and --data exclude each other')
  if (values.app !== undefined && values.table !== undefined)
    throw new TypeError('--app and --table exclude each other: the app says which table it uses')
  return { ...values, port, inspect, dataDir: values.data ?? null }
}

function parsePort(option: string, value: string, most = 65_535, why = ''): number {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= most) return port
  throw new TypeError(`--${option} must be a number from 0 to ${most}${why}`)
}

/** Gone with this process. The engine's rows take hundreds of MB in memory, and hardly any in a file. */
function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function printWelcome({ baseUrl }: Service, companies: DemoCompany[]): void {
  if (companies.length > 0)
    console.table(companies.map(({ name, plan, key, read_only_key }) => ({ name, plan, key, read_only_key })))
  const [first] = companies
  if (first) console.log(`\n  curl -s -H 'Authorization: Bearer ${first.key}' '${baseUrl}/items?limit=3'\n`)
  const owner = first?.people.find(({ role }) => role === 'owner')
  if (owner) {
    console.log(`The dashboard is at ${baseUrl}/dashboard: sign in as ${owner.email}`)
    console.log(`A token of this person: npx inventory people token --person ${owner.id}\n`)
  }
  console.log('Ctrl-C ends it.')
}

function report(error: unknown): void {
  console.error(error instanceof PortInUseError ? explainPorts(error.port) : explainFailure(error))
}

function explainPorts(port: number): string {
  return `Port ${port} is in use. Choose another with --port: the service needs that one and the next.`
}

function explainFailure(error: unknown): string {
  const failure: z.infer<typeof Failure> = Failure.safeParse(error).data ?? { message: String(error) }
  return [failure.message, failure.stdout, failure.stderr].filter(Boolean).join('\n')
}

main().catch((error: unknown) => {
  report(error)
  process.exitCode = error instanceof TypeError ? 2 : 1
})
