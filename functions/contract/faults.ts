import type * as z from 'zod'
import { Refused } from '../domain/errors'

/**
 * What a failed input validation means to the caller: its first fault, with the field. `row` names the value where it is an
 * element of a list, not the whole body.
 */
export function refusedInput({ issues }: z.ZodError, row?: string): Refused {
  const [issue] = issues
  if (issue === undefined) throw new Error('a failed validation names no issue')
  const unknown = issue.code === 'unrecognized_keys'
  const path = unknown ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const field = shortened(path.reduce<string>(step, ''))
  if (path.length === 0 && row) return new Refused('invalid_request', `The '${row}' field must be an object.`, row)
  if (path.length === 0) return new Refused('invalid_json', 'The request body must be a JSON object.')
  if (unknown) return new Refused('invalid_request', `The '${field}' field is not known.`, field)
  const tooMany = issue.code === 'too_big' && issue.origin === 'array'
  return new Refused(tooMany ? 'limit_exceeded' : 'invalid_request', `The '${field}' field ${predicate(issue)}.`, field)
}

/** A name that the caller chose is repeated only so far: an answer must not grow with it. */
export function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}

/** `['line_items', 2, 'quantity']` as `line_items[2].quantity`. */
function step(path: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? String(key) : `${path}.${String(key)}`
}

function predicate(issue: z.core.$ZodIssue): string {
  // Our own messages are predicates; zod's, which begin with a capital, are not.
  return /^[a-z]/.test(issue.message) ? issue.message : 'is not valid'
}
