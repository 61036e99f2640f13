import * as z from 'zod'

const OneOrMany = z.union([z.string(), z.array(z.string())])

/** A policy statement, as a template or an authorizer gives it, without intrinsic functions. */
export const Statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: OneOrMany,
  Resource: OneOrMany,
  Condition: z.record(z.string(), z.record(z.string(), OneOrMany)).optional(),
})
export type Statement = z.infer<typeof Statement>

/** What is asked of IAM: may this action be taken on this resource? `context` holds the condition keys' values. */
export type Access = { action: string; resource: string; context?: Record<string, string[]> }

/** IAM's rule: an explicit Deny wins, then an Allow; what nothing allows is denied. */
export function isAllowed(statements: Statement[], access: Access): boolean {
  const applying = statements.filter((statement) => applies(statement, access))
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny')
}

function applies({ Action, Resource, Condition = {} }: Statement, { action, resource, context = {} }: Access): boolean {
  return (
    list(Action).some((pattern) => like(pattern.toLowerCase(), action.toLowerCase())) &&
    list(Resource).some((pattern) => like(pattern, resource)) &&
    Object.entries(Condition).every(([operator, keys]) => holds(operator, keys, context))
  )
}

/** The operators that our stack uses; another one is an error, so that no condition is passed over in silence. */
function holds(operator: string, keys: Record<string, string | string[]>, context: Record<string, string[]>): boolean {
  if (operator !== 'ForAllValues:StringLike')
    throw new Error(`the local IAM does not know the operator ${operator} yet`)
  return Object.entries(keys).every(([key, patterns]) =>
    (context[key] ?? []).every((value) => list(patterns).some((pattern) => like(pattern, value))),
  )
}

/** IAM's wildcards: `*` for any text, `?` for one character. */
function like(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? compile(pattern)
  patterns.set(pattern, known)
  return known.test(text)
}

/** Patterns by their text: a stack has few, and each call of a function is held against them. */
const patterns = new Map<string, RegExp>()

function compile(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${source}$`, 's')
}

function list<Value>(value: Value | Value[]): Value[] {
  return Array.isArray(value) ? value : [value]
}
