import { Refusal } from '../errors'

/**
 * How far somebody has read the log: up to the row with this sort key, and of that row `given` events, or all of them
 * if it is null. In place of a row, `row` may be the end of a millisecond.
 */
export type LogPlace = { row: string; given: number | null }

/** A later format gets another number, so that cursors that are out there keep their meaning. */
const format = '1'
const time = '[0-7][0-9A-HJKMNP-TV-Z]{9}'
const cursorText = new RegExp(`^${format}:(${time}(?:~|[0-9A-HJKMNP-TV-Z]{16}#\\d\\d))(?::([1-9]))?$`)

/** The text that clients get, and do not read. */
export function formatCursor({ row, given }: LogPlace): string {
  return Buffer.from([format, row, ...(given === null ? [] : [given])].join(':')).toString('base64url')
}

/** Refused with `invalid_request` where the service has not given it out. */
export function parseCursor(cursor: string): LogPlace {
  const [, row, given] = cursorText.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const place = row === undefined ? null : { row, given: given === undefined ? null : Number(given) }
  if (place && formatCursor(place) === cursor) return place
  throw new Refusal('invalid_request', "The 'after' field must be a cursor that the service gave out.", 'after')
}
