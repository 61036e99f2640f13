import { ApiError, ConnectionError } from '../../../client'
import { texts } from './texts'

/** What went wrong, for the person who waits. `field`: the name of the field at fault, or null. */
export type Problem = { message: string; field: string | null; requestId: string | null }

/** In the API's own words, where there are any. */
export function describeError(error: unknown): Problem {
  if (error instanceof ApiError) {
    const { field, requestId } = error
    // The client puts the status and the code behind the message.
    const message = error.code === 'unknown' ? texts.serverFailed : error.message.replace(/ \(\d{3} \w+\)$/, '')
    return { message, field, requestId }
  }
  if (error instanceof ConnectionError) return { message: texts.noAnswer, field: null, requestId: null }
  return { message: error instanceof Error ? error.message : String(error), field: null, requestId: null }
}

/**
 * True where nobody knows if the change was made: no answer came, or that of a server that failed. One that refuses the
 * token or the rate says nothing of an attempt before it.
 */
export function isUndecided(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || [401, 429].includes(error.status)
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code
}
