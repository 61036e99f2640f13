import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jobIds } from '../../lib/entries'
import { switchNames } from '../../lib/switches'
import { startAwsStandIn } from '../support/aws'
import { runInventory, runShell } from '../support/command'
import { useFolder } from '../support/folder'
import { type Block, readBlocks } from '../support/guide'
import { rehearse } from '../support/rehearse'
import { startTestService, useService } from '../support/service'
import { synthesizeTemplate } from '../support/template'

// Runs the commands of the four pages about a stack: those of a block `sh`, in their order. The stack is a local
// service, AWS a stand-in. A block `sh account` needs an account: of its commands, only names and options are checked.

/** The policy of an engineer ends the last of them. */
const pages = ['deploying', 'operating', 'recovering', 'stack-reference'].map((name) => `docs/${name}.md`)
/** Of its own: the pages verify every company. */
const service = useService(() => startTestService())
const folder = useFolder()

/** Commands that take too long to run twice: the test that runs each. */
const runElsewhere = new Map([['npx inventory drill', 'test/cli/recovery.test.ts']])

const blocks = pages.flatMap(readBlocks)
const runnable = blocks.filter(({ language }) => language === 'sh')
const forAccount = blocks.filter(({ language }) => language === 'sh account')

/** One command a line. A line that ends with a backslash goes on. */
const listCommands = ({ text }: Block) =>
  text
    .trim()
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')

/** What the environment of the commands has: endpoints, and what the pages export. */
type Shell = Record<string, string>

/** Returns what the command has printed. What it exports, and the ids that it shows, are for those that follow. */
async function run(command: string, shell: Shell): Promise<string> {
  const [, name, value = ''] = /^export (\w+)=(.*)$/.exec(command) ?? []
  if (name !== undefined) {
    shell[name] = value
    return ''
  }
  const filled = command.replaceAll('cmp_…', shell.COMPANY ?? '').replace(/> (\S+)$/, `> ${folder}/$1`)
  const { status, stdout, stderr } = await runShell(filled, shell)
  expect([command, status, status === 0 ? '' : stdout + stderr]).toEqual([command, 0, ''])
  shell.COMPANY = /^id +(cmp_\w+)$/m.exec(stdout)?.[1] ?? shell.COMPANY ?? ''
  shell.KEY = /\b(sk_\w{20,})$/m.exec(stdout)?.[1] ?? shell.KEY ?? ''
  return stdout
}

rehearse('every command that needs no account runs, in the order of the pages', async () => {
  service.setTime(0) // the machine's clock: the tools go by it
  const { baseUrl, table, dynamodbEndpoint, sqsEndpoint, lambdaEndpoint, failuresQueueUrl } = service
  const aws = await startAwsStandIn(table, 0, { ApiUrl: baseUrl, FailuresQueueUrl: failuresQueueUrl })
  const shell: Shell = {
    ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_ENDPOINT_URL: aws.endpoint },
    ...{ AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint, AWS_ENDPOINT_URL_SQS: sqsEndpoint },
    ...{ AWS_ENDPOINT_URL_LAMBDA: lambdaEndpoint, API: baseUrl },
    CDK_BUILD: 'true', // other tests read the built functions
    CDK_OUTDIR: join(folder, 'cdk.out'),
  }
  const printed = new Map<string, string>()
  try {
    for (const command of runnable.flatMap(listCommands))
      if (!runElsewhere.has(command)) printed.set(command, await run(command, shell))
  } finally {
    await aws.stop()
  }
  const found = (start: string) => [...printed].find(([command]) => command.startsWith(start))?.[1]
  expect(found('npx inventory smoke')).toContain(', 0 failed')
  expect(found('npx inventory verify')).toContain('Everything holds.')
  expect(found('npx inventory failures')).toContain('None.')
  expect(readFileSync(join(folder, 'acme.jsonl'), 'utf8')).toContain('"kind":"end"')
})

test('a command that is not run here is run by the test that is named', () => {
  const commands = runnable.flatMap(listCommands)
  for (const [command, file] of runElsewhere) {
    expect(commands).toContain(command)
    expect(readFileSync(file, 'utf8')).toContain(`spawnInventory(['${command.split(' ').at(-1)}',`)
  }
})

test('a block is run, or is marked: it needs an account', () => {
  expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(['json', 'sh', 'sh account'])
  const commands = forAccount.flatMap(listCommands)
  const isKnown = (command: string) =>
    /^(export \w+=\$\()?(aws|gh|tar|npx cdk|npx inventory|npm run|git checkout) /.test(command)
  expect(commands.filter((command) => !isKnown(command))).toEqual([])
})

test('what the commands for an account name exists: subcommands and options of our tools', async () => {
  const commands = forAccount.flatMap(listCommands).filter((command) => command.startsWith('npx inventory '))
  for (const command of commands) {
    const [, name = '', options = ''] = /^npx inventory (\S+) (.*)$/.exec(command) ?? []
    const { stdout: help } = await runInventory([name, '--help'])
    const words = options.split(' ').filter((word, index) => index === 0 || word.startsWith('--'))
    expect([command, words.filter((word) => !help.includes(word))]).toEqual([command, []])
  }
})

test('the rights of an engineer have each command of AWS that the runbook uses', () => {
  const policy = blocks.at(-1)?.text ?? ''
  const runbook = readdirSync('docs/runbook').map((name) => readFileSync(join('docs/runbook', name), 'utf8'))
  const commands = runbook.flatMap((text) => [...text.matchAll(/\baws ([a-z-]+) ([a-z]+(?:-[a-z]+)*)/g)])
  expect(commands.length).toBeGreaterThan(10)
  const rights = commands.map(([, api = '', command = '']) => `${api.replace('-', '')}:${toAction(command)}`)
  // Whoever may change the settings of a function can let it run other code: see the page of the clock.
  const withheld = ['lambda:UpdateFunctionConfiguration']
  expect(rights.filter((right) => !policy.includes(`"${right}"`))).toEqual(withheld)
})

test('the rights of an engineer run jobs, and change or run no other function', () => {
  const { Statement } = JSON.parse(blocks.at(-1)?.text ?? '') as { Statement: { Action: string[]; Resource: string }[] }
  const statements = Statement.filter(({ Action }) => Action.some((action) => /^lambda:(?!Get)/.test(action)))
  expect(statements.flatMap(({ Action }) => Action)).toEqual(['lambda:InvokeFunction'])
  const names = statements.flatMap(({ Resource }) => Resource).map((resource) => resource.split(':').at(-1) ?? '')
  const isGranted = (id: string) =>
    names.some((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`).test(`Inventory-prod-${id}`))
  const template = synthesizeTemplate('prod', { mailFrom: 'alerts@example.com' })
  const granted = Object.keys(template.findResources('AWS::Lambda::Function')).filter(isGranted)
  // Nothing of these two is ever replayed.
  const replayed = jobIds.filter((id) => id !== 'authorizer' && id !== 'deliver-webhook')
  const jobs = replayed.map((id) => id.replaceAll('-', ''))
  expect(granted.map((id) => id.slice(0, -8).toLowerCase()).sort()).toEqual(jobs.sort())
})

test('the tables of switches and of outputs have each of them', () => {
  const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n')
  const rows = [...text.matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name)
  expect(rows).toEqual(expect.arrayContaining(switchNames))
  const [, table = ''] = text.split('| Output | What it is |')
  const named = [...(table.split('\n\n')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(synthesizeTemplate('prod').toJSON().Outputs).sort())
})

/** The CLI's name of a command is that of its action, but for one. */
function toAction(command: string): string {
  if (command === 'invoke') return 'InvokeFunction'
  return command.replaceAll(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
}

test.each(blocks.filter(({ language }) => language === 'json').map(({ place, text }) => [place, text]))(
  '%s is valid JSON',
  (_, text) => expect(() => JSON.parse(text)).not.toThrow(),
)
