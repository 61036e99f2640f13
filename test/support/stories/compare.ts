import { foldText } from '../../../functions/domain/fold'
import type { Answer } from '../client'
import type { Row } from '../model/company'
import type { Expected } from '../model/items'

// What an answer is compared with. Each function throws where they differ.

export function requireStatus({ status, text, body }: Answer, expected: Expected): void {
  const code = Object(Object(body).error).code
  if (status !== expected.status || code !== expected.code)
    throw new Error(`the answer is ${status} ${text}, and not ${expected.status} ${expected.code ?? ''}`)
}

/** Each plain value of `shown` that the answer has too. */
export function requireShown(body: unknown, shown: unknown): void {
  const names = getSharedNames(body, shown)
  requireSame('an answer', project([Object(body)], names), project([Object(shown)], names))
}

/** What can be compared: plain values. */
export function getSharedNames(row: unknown, other: unknown): string[] {
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null
  const names = Object.keys(Object(row)).filter((name) => name in Object(other))
  return names.filter((name) => isPlain(Object(row)[name]) && isPlain(Object(other)[name]))
}

/** The values of some fields of each row, in an order that does not depend on theirs. */
export const project = (rows: Row[], names: string[]) =>
  rows.map((row) => JSON.stringify(names.map((name) => [name, row[name]]))).sort()

export function requireSame(what: string, found: unknown, wanted: unknown): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (left !== right) throw new Error(`${what} is ${left}, and not ${right}`)
}

/** Null is last, both ways. */
export function requireSorted(rows: Row[], sort: string): void {
  const field = sort.replace('-', '')
  const values = rows
    .map((row) => (field === 'supplier' ? Object(row.supplier).name : row[field]))
    .map((value) => (typeof value === 'string' ? foldText(value) : value))
  for (const [index, value] of values.entries()) {
    const next = values[index + 1]
    if (index + 1 === values.length || next === null) continue
    const isWrong = value === null || (sort.startsWith('-') ? value < next : value > next)
    if (isWrong) throw new Error(`sorted by ${sort}, ${value} is before ${next}`)
  }
}
