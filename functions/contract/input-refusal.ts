import type * as z from 'zod'
import { Refusal } from '../domain/errors'

/** Takes the first issue. `row` names the value where it is one row of the request and not the whole body. */
export function makeInputRefusal({ issues }: z.ZodError, row?: string): Refusal {
  const [issue] = issues
  if (issue === undefined) throw new Error('a failed validation names no issue')
  const unknown = issue.code === 'unrecognized_keys'
  const path = unknown ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const field = shortenName(formatPath(path))
  if (path.length === 0 && row) return new Refusal('invalid_request', `The '${row}' field must be an object.`, row)
  if (path.length === 0) return new Refusal('invalid_json', 'The request body must be a JSON object.')
  if (unknown) return new Refusal('invalid_request', `The '${field}' field is not known.`, field)
  const tooMany = issue.code === 'too_big' && issue.origin === 'array'
  return new Refusal(
    tooMany ? 'limit_exceeded' : 'invalid_request',
    `The '${field}' field ${describeIssue(issue)}.`,
    field,
  )
}

/** Shortens a name that the client chose to 100 characters, so that the size of an answer does not depend on it. */
export function shortenName(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}

/** `['line_items', 2, 'quantity']` becomes `line_items[2].quantity`. */
export function formatPath(path: PropertyKey[]): string {
  return path.reduce<string>(appendStep, '')
}

function appendStep(path: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? String(key) : `${path}.${String(key)}`
}

function describeIssue(issue: z.core.$ZodIssue): string {
  // Our own messages are predicates and begin with a small letter. zod's messages begin with a capital.
  return /^[a-z]/.test(issue.message) ? issue.message : 'is not valid'
}
