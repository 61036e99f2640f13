import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commands, internal } from '../../cli/commands'
import { findInfo } from '../../cli/local-service'
import { runInventory, runShell, spawnInventory, startInventory } from '../support/command'
import { useFolder } from '../support/folder'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { useCustomer } from '../support/service'

// The command as a person starts it. What each of its commands does, the other tests of this folder know.

const { service, customer } = useCustomer()
const folder = useFolder()

const bin = resolve('node_modules/.bin/inventory')
const listed = Object.entries(commands).filter(([name]) => !(name in internal))

rehearse('from any folder, files are those of that folder', async () => {
  writeFileSync(join(folder, 'items.csv'), 'sku,name\nA,Axe\n')
  writeFileSync(join(folder, 'tsconfig.json'), 'not of ours')
  const env = { INVENTORY_BASE_URL: service.baseUrl, INVENTORY_API_KEY: customer.secret }
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
  const { status, stderr } = await runShell(`cd ${folder} && ${bin} companies list --info items.csv`)
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^items.csv does not tell of a running local service/)])
})

test('--json prints one JSON document on stdout, and nothing else anywhere', async () => {
  const { status, stdout, stderr } = await spawnInventory(['tables', 'definition', '--table', 'New', '--json'])
  expect([status, JSON.parse(stdout), stderr]).toEqual([0, expect.objectContaining({ TableName: 'New' }), ''])
})

test.each(chooseCases([[['--help']], [['-h']], [[]]], 1, chooseSeed()))(
  '%j lists the commands, for whom each is, and what it does',
  async (args) => {
    const { status, stdout, stderr } = await spawnInventory(args)
    expect([status, stderr]).toEqual([0, ''])
    for (const [name, { summary }] of listed) expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'))
    const [engineers = '', users = ''] = stdout.split('For users of the service')
    expect([engineers, users]).toEqual([expect.stringContaining('\n  keys '), expect.stringContaining('\n  import ')])
  },
)

test.each(Object.keys(commands))('%s --help tells how to use it, as does the help of what it can do', async (name) => {
  const { status, stdout, stderr } = await runInventory([name, '--help'])
  expect([status, stderr]).toEqual([0, ''])
  const { command } = (await commands[name]?.load()) ?? {}
  expect(stdout).toBe(`${command?.usage}\n`)
  for (const action of command && 'actions' in command ? Object.keys(command.actions) : []) {
    expect(stdout).toContain(action)
    expect(await runInventory([name, action, '--help'])).toEqual({ status, stdout, stderr })
  }
})

test('--version is that of the checkout', async () => {
  expect(await runInventory(['--version'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
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
  const child = startInventory(['import', '-'])
  let told = ''
  child.stderr.on('data', (text) => {
    told += text
  })
  child.kill('SIGINT')
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  expect([signal, told]).toEqual(['SIGINT', ''])
})

rehearse('a command loads nothing of the others', async () => {
  const script = `
    const { runInventory } = require('./cli/main.ts')
    runInventory(['--help']).then(() => runInventory(['import', '--help'])).then(() => {
      const loaded = Object.keys(require.cache).join()
      process.exitCode = /cli.(keys|companies|smoke|verify)|client-cloudformation|lib-dynamodb/.test(loaded) ? 1 : 0
    })`
  const status = await new Promise((resolve) =>
    execFile(process.execPath, ['--import', 'tsx', '-e', script], (error) => resolve(error?.code ?? 0)),
  )
  expect(status).toBe(0)
})
