import { Refused } from './errors'

/** A row that counts its changes in `rev`; `updated_at` (ISO 8601 UTC) is the time of the last one. */
export type Revised = { rev: number; updated_at: string }

/** Refused with `version_conflict` where the caller has seen another revision; null has seen none. */
export function requireRevision(kind: 'item' | 'order', { rev }: Revised, seen: number | null): void {
  if (seen !== null && seen !== rev) {
    throw new Refused('version_conflict', `The ${kind} has changed since: its revision is ${rev}, not ${seen}.`)
  }
}

/** The time that a change bears: later than the last one of each row that it touches, whatever the clock says (epoch milliseconds). */
export function stampAfter(rows: Revised[], now: number): number {
  return Math.max(now, ...rows.map((row) => Date.parse(row.updated_at) + 1))
}

/** The row as its next revision, of the time `at` (epoch milliseconds). */
export function touched<Row extends Revised>(row: Row, at: number): Row {
  return { ...row, updated_at: new Date(at).toISOString(), rev: row.rev + 1 }
}

export type FieldValue = string | number | null
/** Old and new value of each changed field. */
export type FieldChanges = { [field: string]: [from: FieldValue, to: FieldValue] }
