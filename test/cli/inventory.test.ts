import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { printPages } from '../../cli/command-line'
import { commands, internal } from '../../cli/commands'
import { findInfo } from '../../cli/local-service'
import { writeText } from '../../cli/output'
import { describeBareTable } from '../../cli/recovery/table-shape'
import { makeProgress } from '../../cli/text-progress'
import {
  expectRefused,
  keepPrinted,
  readJson,
  runInventory,
  runShell,
  spawnInventory,
  startInventory,
} from '../support/command'
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
  const imported = await runShell(`cd ${folder} && ${bin} import items.csv`, env)
  expect([imported.status, imported.stdout]).toEqual([0, '1 rows\n  created           1\n'])
  const exported = await runShell(`cd ${folder} && ${bin} export items --out out.csv && cut -d, -f 2 out.csv`, env)
  expect(exported.stdout).toContain('Axe\n')
})

rehearse('also by npx, and in a folder of a workspace', async () => {
  const { stderr } = await runShell('cd client/scripts && npx inventory import generate.ts --dry-run')
  expect(stderr).toContain('no column has the name: ')
})

rehearse('the local service is that of the checkout, or that of a file of the folder', async () => {
  expect(findInfo(undefined)).toBe('.local/service.json')
  const outcome = runShell(`cd ${folder} && ${bin} companies list --info items.csv`)
  await expectRefused(outcome, 'items.csv does not tell of a running local service')
})

test('--json prints one JSON document on stdout, and nothing else anywhere', async () => {
  const outcome = spawnInventory(['tables', 'definition', '--table', 'New', '--json'])
  expect(await readJson(outcome)).toEqual(describeBareTable('New'))
})

const ways = chooseCases([[['--help']], [['-h']], [[]]], 1, chooseSeed())
test.each(ways)('%j lists the commands, for whom each is, and what it does', async (args) => {
  const { status, stdout, stderr } = await spawnInventory(args)
  expect([status, stderr]).toEqual([0, ''])
  for (const [name, { summary }] of listed) expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'))
  const [engineers = '', users = ''] = stdout.split('For users of the service')
  expect([engineers, users]).toEqual([expect.stringContaining('\n  keys '), expect.stringContaining('\n  import ')])
})

type Options = { options: object }
type Described = { usage: string; action?: Options; actions?: Record<string, Options> }

test.each(Object.keys(commands))('%s --help tells how to use it, as does the help of what it can do', async (name) => {
  const { status, stdout, stderr } = await runInventory([name, '--help'])
  expect([status, stderr]).toEqual([0, ''])
  const { command } = (await commands[name]?.load()) ?? {}
  const { usage, action, actions = {} } = command as Described
  expect(stdout).toBe(`${usage}\n`)
  const { json: _, ...options } = Object.assign({}, ...[action, ...Object.values(actions)].map((each) => each?.options))
  expect(Object.keys(options).filter((option) => !stdout.includes(`--${option}`))).toEqual([])
  for (const each of Object.keys(actions)) {
    expect(stdout).toContain(each)
    expect(await runInventory([name, each, '--help'])).toEqual({ status, stdout, stderr })
  }
})

test('--version is that of the checkout', async () => {
  const { status, stdout } = await runInventory(['--version'])
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)])
})

test.each([
  [['kyes'], "there is no command 'kyes'. Did you mean 'keys'?"],
  [['compani'], "there is no command 'compani'. Did you mean 'companies'?"],
  [['weather'], "there is no command 'weather'"],
  [['toString'], "there is no command 'toString'"],
  [['--versoin'], "Unknown option '--versoin'. Did you mean '--version'?"],
  [['keys', 'lsit'], "there is no command 'lsit'. Did you mean 'list'?"],
  [['keys', 'list', '--compny', 'x'], "Unknown option '--compny'. Did you mean '--company'?"],
  [['import', 'x.csv', '--dryrun'], "Unknown option '--dryrun'. Did you mean '--dry-run'?"],
  [['verify', '--colour'], "Unknown option '--colour'"],
])('%j: exit status 2, and what is near', async (args, message) => {
  expect(await runInventory(args)).toEqual({ status: 2, stdout: '', stderr: `${message}\nSee --help.\n` })
})

test('as a process, wrong use has the exit status 2', async () => {
  expect(await spawnInventory(['kyes'])).toMatchObject({ status: 2, stdout: '' })
})

test('a reader that stops, and Ctrl-C, leave no trace of a stack', async () => {
  const piped = await runShell(`${bin} tables definition --table New | true; echo "\${PIPESTATUS[0]}"`)
  expect(piped).toEqual({ status: 0, stdout: '0\n', stderr: '' })
  const { child, told, ended } = startInventory(['import', '-'])
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
  const { status } = await runShell(`"${process.execPath}" --import tsx -e "$SCRIPT"`, { SCRIPT: script })
  expect(status).toBe(0)
})

// How its output is written.

const countListeners = () => process.stdout.eventNames().map((name) => [name, process.stdout.listenerCount(name)])

test('an output leaves no listener at stdout: Node warns of the eleventh', async () => {
  const before = countListeners()
  await writeText(Readable.from(['', '']), null)
  expect(countListeners()).toEqual(before)
})

/** What is printed of the pages. */
const print = async (pages: object[][], options: { json?: boolean }) =>
  (await keepPrinted(() => printPages(Readable.from(pages), options))).stdout

const rows = [{ id: 'cmp_1' }, { id: 'cmp_2' }, { id: 'cmp_3' }]

test.each([
  ['all at once', [rows]],
  ['page by page', [rows.slice(0, 2), [], rows.slice(2)]],
])('a list that is printed %s is the same', async (_, pages) => {
  expect(await print(pages, { json: true })).toBe(`${JSON.stringify({ data: rows })}\n`)
  const lines = rows.map(({ id }) => `id            ${id}\n`)
  expect(await print(pages, {})).toBe(lines.join('\n'))
})

test('a list without rows is empty, and not nothing', async () => {
  expect(await print([], { json: true })).toBe('{"data":[]}\n')
  expect(await print([], {})).toBe('None.\n')
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
