import type { QueryKey } from '@tanstack/react-query'
import { type Offer, say } from '../browser/said'
import type { SendOptions } from './change'
import { describeError, isUndecided } from './errors'
import { readAgain } from './queries'
import { texts } from './texts'

type Once<Result> = {
  /** The lists and objects that are read again afterwards. */
  stale: QueryKey[]
  send: (options: SendOptions) => Promise<Result>
  /** Says what was done. */
  tell?: (result: Result) => void
  /** What is offered where the service refuses. */
  help?: (error: unknown) => Offer | undefined
}

/**
 * Makes a change that has no form, such as an Undo. A failure is a notice: where nobody knows if it was done, it offers
 * to send the same again, under the same key. It resolves to true where it was done, and never rejects.
 */
export async function sendOnce<Result>(
  once: Once<Result>,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<boolean> {
  const { stale, send, tell, help } = once
  try {
    const result = await send({ idempotencyKey, signal: new AbortController().signal })
    tell?.(result)
    return true
  } catch (error) {
    const again = { label: texts.again, act: () => sendOnce(once, idempotencyKey) }
    say(describeError(error).message, isUndecided(error) ? again : help?.(error), true)
    return false
  } finally {
    void readAgain(stale)
  }
}
