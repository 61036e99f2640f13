import type { Statement } from './statement'

/** A question to IAM: may this action be taken on this resource? `context` holds the values of the condition keys. */
export type Access = { action: string; resource: string; context?: Record<string, string[]> }

/** Evaluates statements as IAM does: an explicit Deny wins over an Allow, and what nothing allows is denied. */
export function isAllowed(statements: Statement[], access: Access): boolean {
  return makeAccessCheck(statements)(access)
}

/** As `isAllowed`, for statements that many accesses are compared with: they are prepared once. */
export function makeAccessCheck(statements: Statement[]): (access: Access) => boolean {
  const prepare = (effect: Statement['Effect']) =>
    statements.filter(({ Effect }) => Effect === effect).map(prepareStatement)
  const [allows, denies] = [prepare('Allow'), prepare('Deny')]
  return (access) => allows.some((applies) => applies(access)) && !denies.some((applies) => applies(access))
}

/** Whether the statement applies to an access. */
function prepareStatement({ Action, Resource, Condition = {} }: Statement): (access: Access) => boolean {
  const [actions, resources] = [compilePatterns(Action, 'i'), compilePatterns(Resource)]
  const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, wanted]) => ({ key, meets: prepareCondition(operator, wanted) })),
  )
  return ({ action, resource, context = {} }) =>
    actions.test(action) && resources.test(resource) && conditions.every(({ key, meets }) => meets(context[key] ?? []))
}

/** The condition operators that our stack uses. Throws for any other one, so that no condition is ignored. */
function prepareCondition(operator: string, wanted: string | string[]): (values: string[]) => boolean {
  const meets = operators[operator]?.(wanted)
  if (!meets) throw new Error(`the local IAM does not know the operator ${operator} yet`)
  return meets
}

const operators: Record<string, (wanted: string | string[]) => (values: string[]) => boolean> = {
  'ForAllValues:StringLike': (wanted) => {
    const patterns = compilePatterns(wanted)
    return (values) => values.every((value) => patterns.test(value))
  },
  StringEquals:
    (wanted) =>
    ([value]) =>
      value !== undefined && [wanted].flat().includes(value),
}

/** Any of IAM's patterns. They have two wildcards: `*` for any text, `?` for one character. */
function compilePatterns(patterns: string | string[], flags = ''): RegExp {
  const sources = [patterns].flat().map((pattern) =>
    pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.'),
  )
  return new RegExp(`^(?:${sources.join('|')})$`, `s${flags}`)
}
