import { Refusal, type RefusalCode } from './errors'

/** `rev` counts the changes. `updated_at` is the time of the last one. */
export type WithRevision = { rev: number; updated_at: string }

/** Refused with `version_conflict` if the caller has `seen` another revision. Null if it has seen none. */
export function requireRevision(kind: 'item' | 'order', { rev }: WithRevision, seen: number | null): void {
  if (seen !== null && seen !== rev) {
    throw new Refusal('version_conflict', `The ${kind} has changed since: its revision is ${rev}, not ${seen}.`)
  }
}

/**
 * What was fetched can be sent back: fields that cannot be set must be what they are. Refused with `code`, and the
 * field.
 */
export function requireUnchanged<Stored extends object>(
  stored: Stored,
  sent: { [Field in keyof Stored]?: unknown },
  fields: readonly (keyof Stored & string)[],
  code: RefusalCode = 'invalid_request',
): void {
  for (const field of fields) {
    if (sent[field] === undefined || isSame(stored[field], sent[field])) continue
    throw new Refusal(code, `The '${field}' field cannot be changed.`, field)
  }
}

/** Goes no deeper than what is stored: what was sent may be too deep for a recursion. */
function isSame(stored: unknown, sent: unknown): boolean {
  if (!isObject(stored) || !isObject(sent)) return stored === sent
  const names = Object.keys(stored)
  return names.length === Object.keys(sent).length && names.every((name) => isSame(stored[name], sent[name]))
}

function isObject(value: unknown): value is { [field: string]: unknown } {
  return typeof value === 'object' && value !== null
}

/** `now`, or later, so that it is after the last change of each of `rows`. */
export function chooseStamp(rows: WithRevision[], now: number): number {
  return Math.max(now, ...rows.map((row) => Date.parse(row.updated_at) + 1))
}

export function touch<Row extends WithRevision>(row: Row, at: number): Row {
  return { ...row, updated_at: new Date(at).toISOString(), rev: row.rev + 1 }
}

export type FieldValue = string | number | null
export type FieldChanges = { [field: string]: [from: FieldValue, to: FieldValue] }
