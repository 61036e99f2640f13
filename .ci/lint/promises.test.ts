import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Stack } from 'aws-cdk-lib'
import { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { findingMeanings } from '../../admin/verification/inspection'
import { forEngineers, forUsers } from '../../cli/commands'
import { eventTypes } from '../../functions/domain/log/event-types'
import { metrics } from '../../functions/metrics'
import { routes } from '../../functions/routes'
import { publicMethods } from '../../lib/api/pages'
import { createAlarms } from '../../lib/monitoring/alarms'
import { createLogs } from '../../lib/monitoring/logs'
import { createLogMetrics, makeAwsMetrics } from '../../lib/monitoring/metrics'

// docs/promises.md remembers what the product promises: a name that goes from the code is still in the document.

const page = 'docs/promises.md'
const read = (file: string) => readFileSync(file, 'utf8')
const listFiles = (folder: string, end: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith(end) ? [`${folder}/${name}`] : []))

const guides = ['deploying', 'operating', 'recovering', 'stack-reference', 'companies-and-keys', 'moving-a-company']
const forOperators = [...guides.map((name) => `docs/${name}.md`), ...listFiles('docs/runbook', '.md')]
const tests = ['test/admin', 'test/cli'].flatMap((folder) => listFiles(folder, '.test.ts'))

/** Of the API, with their ids, and of the pages. `not-found` is none: it answers what has no route. */
function listRoutes(): string[] {
  const ofApi = Object.values(routes).filter(({ id }) => id !== 'not-found')
  const pages = publicMethods.map(({ method, path }) => `\`${method} ${path}\``)
  return [...ofApi.map(({ id, method, path }) => `\`${method} ${path}\`, \`${id}\``), ...pages]
}

async function listCommands(): Promise<string[]> {
  const listed = Object.entries({ ...forEngineers, ...forUsers }).map(async ([name, { load }]) => {
    const { command } = await load()
    const actions = Object.keys(command.actions ?? {}).map((action) => `\`npx inventory ${name} ${action}\``)
    return 'action' in command ? [`\`npx inventory ${name}\``, ...actions] : actions
  })
  return (await Promise.all(listed)).flat()
}

/** Those that a document names. */
function listScripts(): string[] {
  const text = [...forOperators, 'README.md', 'docs/checks.md'].map(read).join('\n')
  const names = Object.keys(JSON.parse(read('package.json')).scripts)
  const named = names.filter((name) => new RegExp(`npm (run )?${name}(?![\\w:-])`).test(text))
  return named.map((name) => `\`npm run ${name}\``)
}

/** The names of alarms, and of the metrics that are made of logs, in a stack that has all it can have. */
function watchStack(): { alarms: string[]; counted: string[] } {
  const stack = new Stack()
  const [queue, job] = [new Queue(stack, 'Queue'), Lambda.fromFunctionName(stack, 'Job', 'job')]
  const measured = { failures: queue, nightly: queue, deliveries: queue, dailySnapshots: job, publisher: job }
  const aws = makeAwsMetrics({ api: new RestApi(stack, 'Api'), table: { tableName: 'table' }, ...measured })
  const log = createLogMetrics(stack, createLogs(stack, { disposable: false, requestLog: true }))
  const alarms = createAlarms(stack, { aws, log, switches: { runbook: '', metrics: true } })
  return {
    alarms: alarms.map(({ node }) => `\`${node.id}\``),
    counted: Object.values(log).map((metric) => `\`${metric?.metricName}\``),
  }
}

/** The sections of a document that have commands. */
const listSections = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$(?=(?:\n(?!#+ ).*)*?\n```sh)/gm)].map(([, heading = '']) => heading)

/** Of a file that has rehearsals alone, all tests. */
function listRehearsals(file: string): string[] {
  const begin = file.includes('.rehearsal.') ? '(?:test|rehearse)' : 'rehearse'
  return [...read(file).matchAll(new RegExp(`^ *${begin}\\(\\s*'(.+?)'`, 'gm'))].map(([, name = '']) => name)
}

async function describePromises(): Promise<string> {
  const { alarms, counted } = watchStack()
  const quote = (values: object | readonly string[]) =>
    (Array.isArray(values) ? values : Object.keys(values)).map((name) => `\`${name}\``)
  const parts: [string, string[]][] = [
    ['## Routes', listRoutes()],
    ['## Commands', [...(await listCommands()), ...listScripts()]],
    ['## Types of events', quote(eventTypes)],
    ['## Findings of `npx inventory verify`', quote(findingMeanings)],
    ['## Metrics', [...quote(metrics), ...counted]],
    ['## Alarms', alarms],
    ...forOperators.map((file): [string, string[]] => [`## Procedures of \`${file}\``, listSections(file)]),
    ...tests.map((file): [string, string[]] => [`## Rehearsals of \`${file}\``, listRehearsals(file)]),
  ]
  const full = parts.filter(([, names]) => names.length > 0)
  const [introduction = ''] = read(page).split(/^(?=## )/m)
  return introduction + full.map(([heading, names]) => `${heading}\n\n- ${names.join('\n- ')}\n`).join('\n')
}

test('nothing that docs/promises.md has is gone, and nothing is missing: else npm run promises writes it', async () => {
  const text = await describePromises()
  if (globalThis.writes) writeFileSync(page, text)
  const [now, before] = [text, read(page)].map((each) => each.split('\n'))
  expect({ gone: before.filter((line) => !now.includes(line)) }).toEqual({ gone: [] })
  expect(now).toEqual(before)
})
