import type { Answer } from './answer'
import { readRetryAfter } from './errors'
import type { RetryOptions } from './options'

const maxBackoffMs = 30_000

/**
 * The milliseconds to wait before the next attempt, or null for none. As long as `Retry-After` says, and a random time:
 * else all clients that were refused together would come back together.
 */
export function computeWait(
  outcome: Answer | Error,
  attempt: number,
  { maxAttempts = 8, backoffMs = 250, maxWaitMs = 65_000 }: RetryOptions,
): number | null {
  const isLost = outcome instanceof Error
  if (attempt >= maxAttempts || (!isLost && outcome.status !== 429 && outcome.status < 500)) return null
  const afterMs = isLost ? 0 : (readRetryAfter(outcome.headers) ?? 0) * 1_000
  if (afterMs > maxWaitMs) return null
  return afterMs + Math.random() * Math.min(maxBackoffMs, backoffMs * 2 ** attempt)
}

/** Ends after `ms`, or throws the signal's reason. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
}
