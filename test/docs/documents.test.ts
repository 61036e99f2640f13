import { readdirSync, readFileSync } from 'node:fs'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { transformSync } from 'esbuild'
import { operations } from '../../client/generated/methods'
import { eventTypes } from '../../functions/domain/log/event-types'
import { type EventPattern, matchesPattern } from '../../local/events/event-pattern'
import { runProgram } from '../support/command'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { makeApp } from '../support/template'

// What single documents promise.

const read = (file: string) => readFileSync(file, 'utf8')
const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: { [name: string]: string }
  version: string
}

test('the README has at most 150 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
})

test('the README of the client names every call', () => {
  const text = read('client/README.md')
  expect(Object.keys(operations).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

// docs/checks.md says that each of its commands has `--help`.
const named = [...read('docs/checks.md').matchAll(/^\| `npm run ([\w:]+)/gm)].map(([, name]) => name)
const programs = [...new Set(named)].flatMap((name = '') => {
  const [, file] = /^node --import tsx (\S+)/.exec(scripts[name] ?? '') ?? []
  return file === undefined ? [] : [[name, file] as const]
})

test.each(chooseCases(programs, 1, chooseSeed()))('npm run %s has --help', async (name, file) => {
  const { status, stdout } = await runProgram(file, ['--help'])
  expect([status, stdout]).toEqual([0, expect.stringContaining(`npm run ${name}`)])
})

test('the changelog, the packages and the page about rollbacks name one release', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(version)
  expect(JSON.parse(read('client/package.json')).version).toBe(version)
  const tags = [...read('docs/deploying.md').matchAll(/git checkout v(\d+\.\d+\.\d+)/g)].map(([, tag]) => tag)
  const released = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, release]) => release)
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => !released.includes(tag))).toEqual([])
})

// The example of docs/event-bus.md is an app that synthesizes, and its rule selects what it says.

/**
 * The app of tests writes where the run tidies up. Its `chooseSize` leaves CloudFormation's rules, which take most of
 * the time, to `npm run test:thorough`.
 */
function runExample(): Template {
  const [, source = ''] = /```ts\n(.+?)```/s.exec(read('docs/event-bus.md')) ?? []
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  return Template.fromStack(new Function('require', `${code}\nreturn stack`)(giveApp(require)))
}

function giveApp(load: (name: string) => object) {
  const App = function App() {
    return makeApp()
  }
  return (name: string) => (name === 'aws-cdk-lib' ? { ...load(name), App } : load(name))
}

rehearse('the example mails what has become low, and nothing else', () => {
  const template = runExample()
  const [rule] = Object.values(template.findResources('AWS::Events::Rule'))
  if (!rule) throw new Error('the example has a rule')
  const pattern: EventPattern = rule.Properties.EventPattern
  const selected = eventTypes.filter((type) => matchesPattern(pattern, { source: 'inventory', 'detail-type': type }))
  expect(selected).toEqual(['item.low_stock'])
  expect(rule.Properties.EventBusName).toBe('EVENT_BUS_NAME')
  const { InputPathsMap, InputTemplate } = rule.Properties.Targets[0].InputTransformer
  expect(Object.values(InputPathsMap)).toContain('$.detail.data.object.reorder_point')
  expect(InputTemplate).toMatch(/^"<.+> \(<.+>\) is low: <.+> left, to be reordered at <.+>\."$/)
  template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'buyer@example.com' })
  const publish = { Action: 'sns:Publish', Principal: { Service: 'events.amazonaws.com' } }
  const PolicyDocument = Match.objectLike({ Statement: Match.arrayWith([Match.objectLike(publish)]) })
  template.hasResourceProperties('AWS::SNS::TopicPolicy', { PolicyDocument })
})

// The guides for owners say which buttons to press: in bold, as the dashboard names them.

const folder = 'docs/guides/owners'
const guides = readdirSync(folder)

const sources = readdirSync('dashboard/src', { recursive: true, encoding: 'utf8' })
const texts = sources.filter((path) => path.endsWith('texts.ts')).map((path) => read(`dashboard/src/${path}`))

/** All texts of the dashboard, whole. `…` stands for what a text is filled with. */
const names = new Set(
  [...texts.join('\n').matchAll(/'([^'\n]+)'|`([^`\n]+)`/g)].map(([, plain, filled = '']) => {
    return plain ?? filled.replaceAll(/\$\{[^}]*\}/g, '…')
  }),
)

test.each(guides)('%s: one heading, steps, no more than 3 KB, what the dashboard has, and in the list', (name) => {
  const text = read(`${folder}/${name}`)
  expect(text.match(/^# .+/gm)).toEqual([text.split('\n')[0]])
  expect(text).toMatch(/^1\. /m)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3 * 1_024)
  const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, part = '']) => part.replaceAll(/\s+/g, ' '))
  expect(bold.length).toBeGreaterThan(10)
  expect(bold.filter((part) => !names.has(part))).toEqual([])
  expect(read('docs/dashboard.md')).toContain(`](guides/owners/${name})`)
})
