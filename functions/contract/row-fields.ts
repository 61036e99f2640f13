import { Refusal, RowRefusal } from '../domain/errors'

/** The request's field name for a part of one of its rows, or undefined where the request has none. */
export type NameField = (row: number, part: string | null) => string | undefined

/** Returns a refusal of a row as a refusal with the request's field name. Returns any other error unchanged. */
export function renameField(error: unknown, nameField: NameField): unknown {
  if (!(error instanceof RowRefusal)) return error
  const field = nameField(error.row, error.part)
  return new Refusal(error.code, error.describe(field ?? ''), field)
}
