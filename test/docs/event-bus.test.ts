import { readFileSync } from 'node:fs'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { transformSync } from 'esbuild'
import { eventTypes } from '../../functions/domain/log/event-types'
import { type EventPattern, matchesPattern } from '../../local/events/event-pattern'
import { rehearse } from '../support/rehearse'
import { makeApp } from '../support/template'

// The example of docs/event-bus.md is an app that synthesizes, and its rule selects what it says.

const page = readFileSync('docs/event-bus.md', 'utf8')

/**
 * The app of tests writes where the run tidies up. Its `chooseSize` leaves CloudFormation's rules, which take most of
 * the time, to `npm run test:thorough`.
 */
function runExample(): Template {
  const [, source = ''] = /```ts\n(.+?)```/s.exec(page) ?? []
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
  template.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: Match.objectLike({
      Statement: Match.arrayWith([
        Match.objectLike({ Action: 'sns:Publish', Principal: { Service: 'events.amazonaws.com' } }),
      ]),
    }),
  })
})
