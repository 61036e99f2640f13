import { Stack } from 'aws-cdk-lib'
import { Match, type Template } from 'aws-cdk-lib/assertions'
import { provideTable } from '../../lib/table/table'
import { listFunctions, listRights, makeApp, synthesizeTemplate } from '../support/template'

// The stack on a table that exists already: `-c table=NAME`.

const name = 'Inventory-prod.restored_2'
const stream = `arn:aws:dynamodb:eu-west-1:123456789012:table/${name}/stream/2026-11-24T00:00:00.000`
const existing = synthesizeTemplate('prod', { table: name, stream })
const prod = synthesizeTemplate('prod')

/** The text of a value with its references, as CloudFormation will join it. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  const { Ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] }
  return join ? join[1].map(formatValue).join(join[0]) : `{${Ref}}`
}

/** What functions may do to tables, with the resource replaced by `nameOf`. */
const listGrants = (template: Template, nameOf: (resource: unknown) => string) =>
  listRights(template)
    .filter(({ Action }) => String(Action).startsWith('dynamodb:'))
    .map(({ name, Action, Condition, Resource }) => ({ name, Action, Condition, resource: nameOf(Resource) }))

test('the template has no table, and its output names the existing one', () => {
  existing.resourceCountIs('AWS::DynamoDB::Table', 0)
  existing.hasOutput('TableName', { Value: name })
})

test('every function that had the table’s name has the name of the existing one', () => {
  const list = (template: Template) =>
    listFunctions(template).map(({ name, variables }) => [name, variables.TABLE_NAME])
  const expected = list(prod).map(([of, value]) => [of, value === undefined ? undefined : name])
  expect(expected.filter(([, value]) => value === name).length).toBeGreaterThan(30)
  expect(list(existing)).toEqual(expected)
})

test('every role has the grants that it had, on the existing table and its index in the stack’s region and account', () => {
  const arn = `arn:{AWS::Partition}:dynamodb:{AWS::Region}:{AWS::AccountId}:table/${name}`
  const grants = listGrants(existing, formatValue)
  expect(new Set(grants.map(({ resource }) => resource))).toEqual(new Set([arn, stream, `${arn}/index/by_resource`]))
  const nameKind = (resource: unknown) => /index|stream/.exec(JSON.stringify(resource).toLowerCase())?.[0] ?? 'table'
  expect(listGrants(existing, nameKind)).toEqual(listGrants(prod, nameKind))
})

test('nothing else of the template changes', () => {
  const rest = (template: Template) => {
    const { Resources, Outputs } = template.toJSON() as { Resources: Record<string, { Type: string }>; Outputs: object }
    const kept = Object.entries(Resources).filter(([, { Type }]) => Type !== 'AWS::DynamoDB::Table')
    return { ids: kept.map(([id]) => id), outputs: Object.keys(Outputs) }
  }
  expect(rest(existing)).toEqual(rest(prod))
})

test.each(['prod', 'dev', 'staging'])(
  'when a stack of the stage %s moves to another table, its own is deleted only where the stage is disposable',
  (stage) => {
    // What CloudFormation does to a resource that a new template lacks is said by the template before.
    const [policy, DeletionProtectionEnabled] = stage === 'dev' ? ['Delete', false] : ['Retain', true]
    const template = synthesizeTemplate(stage)
    template.allResources('AWS::DynamoDB::Table', { DeletionPolicy: policy, UpdateReplacePolicy: policy })
    template.hasResourceProperties('AWS::DynamoDB::Table', { TableName: Match.absent(), DeletionProtectionEnabled })
  },
)

test.each([['abc'], ['a'.repeat(255)], ['A.b-c_9']])('%s is a name of a table', (table) => {
  const app = makeApp({ table })
  expect(provideTable(new Stack(app), { disposable: false, events: true }).tableName).toBe(table)
})
