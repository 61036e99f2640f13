import type { Template } from 'aws-cdk-lib/assertions'
import { type Access, makeAccessCheck } from '../../local/rights/iam'
import type { Statement } from '../../local/rights/statement'
import { listRights } from './template'

// What the roles of a template may do, as IAM evaluates it.

/** Names of roles, each with its statements. Resources are named as in the template. */
export type Roles = Map<string, Statement[]>

export function readRoles(template: Template): Roles {
  const roles: Roles = new Map()
  for (const { name, actions, Resource, Condition } of listRights(template)) {
    const id = name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()
    const statement = { Effect: 'Allow' as const, Action: actions, Resource: [Resource].flat().map(formatResource) }
    roles.set(id, [...(roles.get(id) ?? []), { ...statement, ...(Condition && { Condition }) }])
  }
  return roles
}

type Intrinsic = { Ref?: string; 'Fn::GetAtt'?: [string, string]; 'Fn::Join'?: [string, unknown[]] }

function formatResource(value: unknown): string {
  if (typeof value === 'string') return value
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Intrinsic
  if (join) return join[1].map(formatResource).join(join[0])
  return (Ref ?? attribute?.[0] ?? JSON.stringify(value)).replace(/[0-9A-F]{8}$/, '').replace('AWS::', '')
}

/** Any attribute that no statement names. */
const other = '(other)'

/** What a role may do by an action with rows of a kind: `attributes` that it may name, null for any. */
type RowRight = { role: string; attributes: string[] | null }

/** Of each role that may do something. `resource`: the table or an index of it. */
export function listRowRights(roles: Roles, kind: string, actions: string[], resource = 'Table'): RowRight[] {
  const named = [...roles.values()]
    .flat()
    .flatMap(({ Condition }) => Condition?.[forAll]?.['dynamodb:Attributes'] ?? [])
  const attributes = [...new Set([...named, other])].filter((name) => !key.includes(name))
  return [...roles].flatMap(([role, statements]) => {
    const isAllowed = makeAccessCheck(statements)
    const found = attributes.filter((name) =>
      actions.some((action) => isAllowed(makeAccess(action, resource, { kind, name }))),
    )
    return found.length === 0 ? [] : [{ role, attributes: found.includes(other) ? null : found.sort() }]
  })
}

const forAll = 'ForAllValues:StringLike'
const key = ['pk', 'sk']

function makeAccess(action: string, resource: string, { kind, name }: { kind: string; name: string }): Access {
  const context = { 'dynamodb:LeadingKeys': [`${kind}#1`], 'dynamodb:Attributes': [...key, name] }
  return { action: `dynamodb:${action}`, resource, context }
}
