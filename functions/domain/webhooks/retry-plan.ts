const [seconds, minutes, hours] = [1_000, 60_000, 3_600_000]

/** What follows each failed attempt: nine attempts in all, over two days. */
export const pausesMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
] as const

/** How long the next attempt waits after the `attempts`-th one has failed. Null: there is none. */
export function choosePauseMs(attempts: number): number | null {
  return pausesMs[attempts - 1] ?? null
}

/** How long what is due waits while its company is suspended, before it is looked at again. */
export const suspendedPauseMs = hours

const [shortestReturnMs, longestReturnMs] = [1_000, 120_000]

/**
 * How long an attempt waits that others of its webhook have turned away, `turnedAway` times before. `random`: from 0
 * to 1, so that those who wait do not all come back at once.
 */
export function chooseReturnMs(turnedAway: number, random: number): number {
  return Math.min(longestReturnMs, shortestReturnMs * (1 + random) * 2 ** turnedAway)
}

/** Within it, a message that may have been lost is sent again each time. After it, ever more seldom. */
const lostSoonMs = 10_000

/**
 * Whether to send the message about a new delivery again, since its sender may have died. `renewed`: `queued_at` is set
 * after that, so that it is never later than a message that the queue has. Each pause is twice the one before: a stream
 * whose batch comes again for 20 hours must not fill the queue.
 */
export function chooseResending(
  { created, queued }: { created: number; queued: number },
  now: number,
): 'none' | 'again' | 'renewed' {
  if (now - queued < lostSoonMs) return 'again'
  return now - queued >= queued - created ? 'renewed' : 'none'
}
