import { setTimeout as sleep } from 'node:timers/promises'

/** The pause between two attempts, since what the test waits for needs the machine too. */
const pauseMs = 20

/**
 * Waits for work that runs in the background: repeats `attempt` until it has a result. Throws where that hangs, after
 * 150 s or the given limit.
 */
export async function waitFor<Result>(
  attempt: () => Promise<Result | null | false>,
  limitMs = 150_000,
): Promise<Result> {
  const deadline = performance.now() + limitMs
  while (performance.now() < deadline) {
    const result = await attempt()
    if (result) return result
    await sleep(pauseMs)
  }
  throw new Error(`it has not happened within ${limitMs / 1_000} seconds`)
}

/** The same, by a clock that goes on by so much with each look: on one that stands still, what waits never ends. */
export function waitWhilePassing<Result>(
  clock: { now: () => number; setTime: (at: number) => void },
  ms: number,
  attempt: () => Promise<Result | null | false>,
): Promise<Result> {
  return waitFor(() => {
    clock.setTime(clock.now() + ms)
    return attempt()
  })
}
