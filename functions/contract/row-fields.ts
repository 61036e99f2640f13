import { Refused, RowRefused } from '../domain/errors'

/** What the request calls a part of one of its rows; undefined where it has no name for it. */
export type NameField = (row: number, part: string | null) => string | undefined

/** The error as the request has to be told of it: a refusal of a row with the name of the request's field. */
export function withField(error: unknown, nameField: NameField): unknown {
  if (!(error instanceof RowRefused)) return error
  const field = nameField(error.row, error.part)
  return new Refused(error.code, error.tell(field ?? ''), field)
}
