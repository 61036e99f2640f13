import { Stack } from 'aws-cdk-lib'
import { Match, type Template } from 'aws-cdk-lib/assertions'
import { provideTable } from '../../lib/table'
import { makeApp, synthesizeTemplate } from '../support/template'

// The stack on a table that exists already: `-c table=NAME`.

const name = 'Inventory-prod.restored_2'
const existing = synthesizeTemplate('prod', { table: name })
const created = synthesizeTemplate('prod')

/** The text of a value with its references, as CloudFormation will join it. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  const { Ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] }
  return join ? join[1].map(formatValue).join(join[0]) : `{${Ref}}`
}

type Statement = { Action: string | string[]; Resource: unknown; Condition?: object }
type Policies = { PolicyDocument: { Statement: Statement[] } }[]

/** What the roles may do to tables, with the resource replaced by `resourceOf`. */
function listGrants(template: Template, resourceOf: (resource: unknown) => string) {
  return Object.entries(template.findResources('AWS::IAM::Role')).flatMap(([role, { Properties }]) =>
    ((Properties.Policies ?? []) as Policies)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => String(Action).startsWith('dynamodb:'))
      .map(({ Action, Condition, Resource }) => ({ role, Action, Condition, resource: resourceOf(Resource) })),
  )
}

test('the template has no table, and its output names the existing one', () => {
  existing.resourceCountIs('AWS::DynamoDB::Table', 0)
  existing.hasOutput('TableName', { Value: name })
})

test('every function that had the table’s name has the name of the existing one', () => {
  const variables = (template: Template) =>
    Object.entries(template.findResources('AWS::Lambda::Function')).map(([id, { Properties }]) => [
      id,
      Properties.Environment?.Variables.TABLE_NAME,
    ])
  const expected = variables(created).map(([id, value]) => [id, value === undefined ? undefined : name])
  expect(expected.filter(([, value]) => value === name).length).toBeGreaterThan(30)
  expect(variables(existing)).toEqual(expected)
})

test('every role has the grants that it had, on the existing table and its index in the stack’s region and account', () => {
  const arn = `arn:{AWS::Partition}:dynamodb:{AWS::Region}:{AWS::AccountId}:table/${name}`
  const grants = listGrants(existing, formatValue)
  expect(new Set(grants.map(({ resource }) => resource))).toEqual(new Set([arn, `${arn}/index/by_resource`]))
  const isIndex = (resource: unknown) => (JSON.stringify(resource).includes('/index/by_resource') ? 'index' : 'table')
  expect(listGrants(existing, isIndex)).toEqual(listGrants(created, isIndex))
})

test('nothing else of the template changes', () => {
  const rest = (template: Template) => {
    const { Resources, Outputs } = template.toJSON() as { Resources: Record<string, { Type: string }>; Outputs: object }
    const kept = Object.entries(Resources).filter(([, { Type }]) => Type !== 'AWS::DynamoDB::Table')
    return { ids: kept.map(([id]) => id), outputs: Object.keys(Outputs) }
  }
  expect(rest(existing)).toEqual(rest(created))
})

test.each([
  ['prod', 'Retain'],
  ['staging', 'Retain'],
  ['dev', 'Delete'],
])('when a stack of the stage %s moves to another table, CloudFormation does this to its own: %s', (stage, policy) => {
  // What CloudFormation does to a resource that a new template lacks is said by the template before.
  const template = synthesizeTemplate(stage)
  template.allResources('AWS::DynamoDB::Table', { DeletionPolicy: policy, UpdateReplacePolicy: policy })
  template.hasResourceProperties('AWS::DynamoDB::Table', { TableName: Match.absent() })
})

test.each([
  [''],
  ['ab'],
  ['a'.repeat(256)],
  ['Inventory prod'],
  ['table/Inventory'],
  ['arn:aws:dynamodb:eu-west-1:123456789012:table/Inventory'],
  ['Ïnventory'],
  ['name\n'],
  [7],
])('%j is no name of a table', (table) => {
  const app = makeApp({ table })
  expect(() => provideTable(new Stack(app), { disposable: false })).toThrow(
    '"table" must be the name of a DynamoDB table: 3 to 255 letters',
  )
})

test.each([['abc'], ['a'.repeat(255)], ['A.b-c_9']])('%s is a name of a table', (table) => {
  const app = makeApp({ table })
  expect(provideTable(new Stack(app), { disposable: false }).tableName).toBe(table)
})
