import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { commands, internal } from '../../cli/commands'
import { findInfo } from '../../cli/local-service'
import { makeProgress } from '../../cli/long-work'
import { writeText } from '../../cli/output'
import { describeBareTable } from '../../cli/recovery/table-shape'
import * as cli from '../support/command'
import { useFolder } from '../support/folder'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { useCustomer } from '../support/service'
import { listAccess } from '../support/spreadsheet'

// The command as a person starts it. What each of its commands does, the other tests of this folder know.

const { service, customer } = useCustomer()
const folder = useFolder()

const bin = resolve('node_modules/.bin/inventory')
const listed = Object.entries(commands).filter(([name]) => !(name in internal))

rehearse('from any folder, files are those of that folder', async () => {
  writeFileSync(join(folder, 'items.csv'), 'sku,name\nA,Axe\n')
  writeFileSync(join(folder, 'tsconfig.json'), 'not of ours')
  const env = listAccess({ baseUrl: service.baseUrl, secret: customer.secret })
  const imported = await cli.runShell(`cd ${folder} && ${bin} import items.csv`, env)
  expect([imported.status, imported.stdout]).toEqual([0, '1 rows\n  created           1\n'])
  const exported = await cli.runShell(`cd ${folder} && ${bin} export items --out out.csv && cut -d, -f 2 out.csv`, env)
  expect(exported.stdout).toContain('Axe\n')
})

rehearse('also by npx, and in a folder of a workspace', async () => {
  const { stderr } = await cli.runShell('cd client/scripts && npx inventory import generate.ts --dry-run')
  expect(stderr).toContain('no column has the name: ')
})

rehearse('the local service is that of the checkout, or that of a file of the folder', async () => {
  expect(findInfo(undefined)).toBe('.local/service.json')
  const outcome = cli.runShell(`cd ${folder} && ${bin} companies list --info items.csv`)
  await cli.expectRefused(outcome, 'items.csv does not tell of a running local service')
})

test('--json prints one JSON document on stdout, and nothing else anywhere', async () => {
  const outcome = cli.spawnInventory(['tables', 'definition', '--table', 'New', '--json'])
  expect(await cli.readJson(outcome)).toEqual(describeBareTable('New'))
})

const ways = chooseCases([[['--help']], [['-h']], [[]]], 1, chooseSeed())
test.each(ways)('%j lists the commands, for whom each is, and what it does', async (args) => {
  const { status, stdout, stderr } = await cli.spawnInventory(args)
  expect([status, stderr]).toEqual([0, ''])
  for (const [name, { summary }] of listed) expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'))
  const [engineers = '', users = ''] = stdout.split('For users of the service')
  expect([engineers, users]).toEqual([expect.stringContaining('\n  keys '), expect.stringContaining('\n  import ')])
})

type Options = { options: object; required?: string[] }
type Described = { usage: string; action?: Options; actions?: Record<string, Options> }

test.each(Object.keys(commands))('%s --help tells how to use it, as does the help of what it can do', async (name) => {
  const { status, stdout, stderr } = await cli.runInventory([name, '--help'])
  expect([status, stderr]).toEqual([0, ''])
  const { command } = (await commands[name]?.load()) ?? {}
  const { usage, action, actions = {} } = command as Described
  expect(stdout).toBe(`${usage}\n`)
  const all = [action ?? { options: {} }, ...Object.values(actions)]
  const names = all.flatMap(({ options, required = [] }) => [...Object.keys(options), ...required])
  expect(names.filter((option) => option !== 'json' && !stdout.includes(`--${option}`))).toEqual([])
  for (const each of Object.keys(actions)) {
    expect(stdout).toContain(each)
    expect(await cli.runInventory([name, each, '--help'])).toEqual({ status, stdout, stderr })
  }
})

test('--version is that of the checkout', async () => {
  const { status, stdout } = await cli.runInventory(['--version'])
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)])
})

test('as a process, wrong use has the exit status 2', async () => {
  expect(await cli.spawnInventory(['kyes'])).toMatchObject({ status: 2, stdout: '' })
})

test('a reader that stops, and Ctrl-C, leave no trace of a stack', async () => {
  const piped = await cli.runShell(`${bin} tables definition --table New | true; echo "\${PIPESTATUS[0]}"`)
  expect(piped).toEqual({ status: 0, stdout: '0\n', stderr: '' })
  const { child, told, ended } = cli.startInventory(['import', '-'])
  child.kill('SIGINT')
  expect([await ended, told.stderr]).toEqual([[null, 'SIGINT'], ''])
})

rehearse('a command loads nothing of the others', async () => {
  const script = `
    const { runInventory } = require('./cli/main.ts')
    runInventory(['--help']).then(() => runInventory(['import', '--help'])).then(() => {
      const loaded = Object.keys(require.cache).join()
      process.exitCode = /cli.(keys|companies|smoke|verify)|client-cloudformation|lib-dynamodb/.test(loaded) ? 1 : 0
    })`
  const { status } = await cli.runShell(`"${process.execPath}" --import tsx -e "$SCRIPT"`, { SCRIPT: script })
  expect(status).toBe(0)
})

// How its output is written.

const countListeners = () => process.stdout.eventNames().map((name) => [name, process.stdout.listenerCount(name)])

test('an output leaves no listener at stdout: Node warns of the eleventh', async () => {
  const before = countListeners()
  await writeText(Readable.from(['', '']), null)
  expect(countListeners()).toEqual(before)
})

test('long work tells every five seconds how far it is and how long it will take, and tells its end', () => {
  const told: string[] = []
  let now = 1_000
  const report = (text: string) => told.push(text)
  const tell = makeProgress('companies', report, () => now)
  const at = (seconds: number, ...progress: Parameters<typeof tell>) => {
    now = 1_000 + seconds * 1_000
    tell(...progress)
  }
  at(4, 10, 10_000)
  at(6, 10, 10_000, ', up to cmp_1')
  at(8, 20, 10_000)
  at(60, 100, 1_300)
  at(120, 9_500, 10_000)
  at(121, 9_990, 10_000)
  at(122, 10_000, 10_000, ', 2 findings')
  expect(told).toEqual([
    '10 of 10,000 companies, about 1.7 hours left, up to cmp_1',
    '100 of 1,300 companies, about 12 minutes left',
    '9,500 of 10,000 companies, less than a minute left',
    '10,000 of 10,000 companies, 2 findings',
  ])
})

// What each command says of wrong use, before it does anything: the reason, with the exit status 2.

const tools = cli.useTools(service)

type Case = [line: string, reason: string]

/** Splits a line as a shell does. */
const split = (line: string) => (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''))

async function expectMisuse(outcome: Promise<cli.Outcome>, reason: string): Promise<void> {
  expect(await cli.expectRefused(outcome, reason)).toMatch(/\nSee --help\.\n$/)
}

const ofEngineers: Case[] = [
  ['companies create --name A --plan gold', '--plan must be one of starter, professional, enterprise'],
  ['companies create --plan starter', '--name is needed'],
  ["companies create --name ' ' --plan starter", '--name must not be empty'],
  ['companies plan --company cmp_x --plan starter', 'there is no company cmp_x'],
  ['companies plan --all --plan starter', '--all and --plan exclude each other'],
  ['companies plan --company cmp_1', '--plan is needed'],
  ['companies plan', '--company or --all is needed'],
  ['companies drop', "there is no command 'drop'"],
  ['companies suspend', '--company is needed'],
  ['companies suspend --company cmp_x', 'there is no company cmp_x'],
  ['companies resume --company cmp_x', 'there is no company cmp_x'],
  ['companies export --company cmp_x', 'there is no company cmp_x'],
  ['companies export --company COMPANY --rows', '--out is needed with --rows'],
  ['companies export --company COMPANY --rows --out x.gz', '--key-file is needed with --rows'],
  ['companies export --company COMPANY --key-file x.key', '--key-file is for --rows'],
  ['companies import x.gz', '--key-file is needed'],
  ['companies import --key-file x.key', 'FILE is needed'],
  ['companies import x.gz --key-file nowhere.key', 'has no key: ENOENT'],
  ['companies import x.gz --key-file .nvmrc', 'has no key: it was not written by the export'],
  ['companies erase --company cmp_x', 'there is no company cmp_x'],
  ['events republish', '--since is needed'],
  ['events republish --since yesterday', '--since must be a time, such as'],
  ['events republish --since 2026-01-01T00:00:00Z --company cmp_x', 'there is no company cmp_x'],
  ['events republish --since 2026-01-01T00:00:00Z --follow', "Unknown option '--follow'"],
  ['failures replay --all', "Unknown option '--all'"],
  ['failures discard', '--id is needed'],
  ['failures drop', "there is no command 'drop'"],
  ['keys create --company cmp_x', 'there is no company cmp_x'],
  ['keys create --company cmp_x --scopes admin', '--scopes must be one of read, write, webhooks'],
  ['keys create --company cmp_x --expires-at soon', '--expires-at must be an ISO 8601 time'],
  ['keys create --company cmp_x --expires-at 2020-01-01', '--expires-at must be in the future'],
  ['keys create --company cmp_x --expires-at 1/1/2030', '--expires-at must be an ISO 8601 time'],
  ["keys create --company cmp_x --user ''", '--user must not be empty'],
  ['keys revoke --key key_x', 'there is no key key_x'],
  ['keys list --colour red', "Unknown option '--colour'"],
  ['keys leftovers', "Unknown option '--info'"], // needs no local service
  ['verify', '--company or --all is needed'],
  ['verify --all --company cmp_1', '--all and --company exclude each other'],
  ['verify --all --no-scan', '--all and --no-scan exclude each other'],
  ['verify --company cmp_0', 'there is no company cmp_0'],
  ["verify --company ''", '--company must not be empty'],
  ['verify --company cmp_1 --deep', "Unknown option '--deep'"],
  ['verify --company cmp_1 now', "Unexpected argument 'now'"],
]

test.each(ofEngineers)('%s: %s', async (line, reason) => {
  await expectMisuse(tools.run(...split(line.replace('COMPANY', customer.company.id))), reason)
})

const ofUsers: Case[] = [
  ['events --after x --since 2026-03-14T12:00:00Z', '--since must be left out where --after is given'],
  ['export', 'a list is needed'],
  ['export stock', "'stock' cannot be exported: one of items, transactions, orders, audit can"],
  ['export items --format xlsx', '--format must be one of csv, jsonl'],
  ['export items --since yesterday', '--since must be a time'],
  ['export items --since 2026-02-30', '--since must be a time'],
  ['export items --separator a', '--separator must be one of ,, ;, tab, |'],
  ['import', 'a file is needed\nSee --help.'],
  ['import nowhere.csv', 'nowhere.csv cannot be read'],
  ['import x.csv y.csv', "'y.csv' is one argument too many"],
  ['import x.csv --updat', "Unknown option '--updat'"],
]

test.each(ofUsers)('%s: %s', async (line, reason) => {
  const access = listAccess({ baseUrl: service.baseUrl, secret: customer.secret })
  await expectMisuse(cli.runInventory(split(line), access), reason)
})

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ofAnyone: Case[] = [
  ['kyes', "there is no command 'kyes'. Did you mean 'keys'?"],
  ['compani', "there is no command 'compani'. Did you mean 'companies'?"],
  ['weather', "there is no command 'weather'\n"],
  ['toString', "there is no command 'toString'\n"],
  ['--versoin', "Unknown option '--versoin'. Did you mean '--version'?"],
  ['keys lsit', "there is no command 'lsit'. Did you mean 'list'?"],
  ['keys list --compny x', "Unknown option '--compny'. Did you mean '--company'?"],
  ['import x.csv --dryrun', "Unknown option '--dryrun'. Did you mean '--dry-run'?"],
  ['verify --colour', "Unknown option '--colour'\n"],
  ['drill --items 3', '--items must be from 4 to 1000'],
  ['drill --items many', '--items must be from 4 to 1000'],
  ['drill --table x', "Unknown option '--table'"],
  ['keys create --company cmp_1 --stack S --url example.com', 'the base URL must be one such as'],
  ['keys create --company cmp_1 --stack S --url https://a.test/v1 --no-wait', '--url and --no-wait exclude each other'],
  ['keys repair --stack S', '--company or --all is needed'],
  ['keys repair --stack S --all --company cmp_1', '--all and --company exclude each other'],
  ['keys repair --stack S --company cmp_1 --after cmp_1', '--after belongs to --all'],
  ['listen --secret sk_live_1', 'must be a text that begins with whsec_'],
  ['listen --secret whsec_c2hvcnQ=', 'The secret is not whole'],
  [`listen --secret ${secret} --events *`, '--events must be left out with a secret'],
  ['listen --port 70000', '--port must be from 0 to 65535'],
  ['listen --count x', '--count must be from 0 to'],
  ['listen --events item.sold', '--events must be one of item.created'],
  ['smoke', '--url is needed, or INVENTORY_BASE_URL'],
  ['smoke --url https://example.com/v1', '--key is needed, or INVENTORY_API_KEY'],
  ['smoke --url example.com --key sk_1', 'the base URL must be one such as'],
  ['smoke now', "Unexpected argument 'now'"],
  ['tables prepare', '--table is needed'],
  ["tables prepare --table 'no table'", '--table must be 3 to 255 letters'],
  ['tables check --table Inventory --stack Inventory-prod', "Unknown option '--stack'"],
  ['tables check --table Inventory --endpoint here', '--endpoint must be a URL'],
  ['tables repair', "there is no command 'repair'"],
  ['trace --since soon --stack x', '--since must be such as'],
  ['trace --since 1h', '--since needs --stack'],
  ['trace --request a"b', '--request must be an id'],
]

test.each(ofAnyone)('%s: %s', async (line, reason) => {
  await expectMisuse(cli.runInventory(split(line), { INVENTORY_BASE_URL: '', INVENTORY_API_KEY: '' }), reason)
})
