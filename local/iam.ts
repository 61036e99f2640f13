import type { Statement } from './statement'

/** A question to IAM: may this action be taken on this resource? `context` holds the values of the condition keys. */
export type Access = { action: string; resource: string; context?: Record<string, string[]> }

/** Evaluates statements as IAM does: an explicit Deny wins over an Allow, and what nothing allows is denied. */
export function isAllowed(statements: Statement[], access: Access): boolean {
  const applying = statements.filter((statement) => isApplicable(statement, access))
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny')
}

function isApplicable(
  { Action, Resource, Condition = {} }: Statement,
  { action, resource, context = {} }: Access,
): boolean {
  return (
    toList(Action).some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase())) &&
    toList(Resource).some((pattern) => isLike(pattern, resource)) &&
    Object.entries(Condition).every(([operator, keys]) => meetsCondition(operator, keys, context))
  )
}

/** Evaluates the condition operators that our stack uses. Throws for any other one, so that no condition is ignored. */
function meetsCondition(
  operator: string,
  keys: Record<string, string | string[]>,
  context: Record<string, string[]>,
): boolean {
  const meets = operators[operator]
  if (!meets) throw new Error(`the local IAM does not know the operator ${operator} yet`)
  return Object.entries(keys).every(([key, wanted]) => meets(context[key] ?? [], toList(wanted)))
}

const operators: Record<string, (values: string[], wanted: string[]) => boolean> = {
  'ForAllValues:StringLike': (values, wanted) =>
    values.every((value) => wanted.some((pattern) => isLike(pattern, value))),
  StringEquals: ([value], wanted) => value !== undefined && wanted.includes(value),
}

/** Matches IAM's wildcards: `*` for any text, `?` for one character. */
function isLike(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? compilePattern(pattern)
  patterns.set(pattern, known)
  return known.test(text)
}

/** Compiled patterns by their text. A stack has few, and each call of a function is compared with them. */
const patterns = new Map<string, RegExp>()

function compilePattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${source}$`, 's')
}

function toList<Value>(value: Value | Value[]): Value[] {
  return Array.isArray(value) ? value : [value]
}
