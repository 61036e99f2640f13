import { setTimeout as sleep } from 'node:timers/promises'

/** Between two attempts: what is awaited needs the machine, too. */
const pauseMs = 20
const limitMs = 150_000

/** Waits for what runs on its own: tries until there is a result. */
export async function eventually<Result>(attempt: () => Promise<Result | null | false>): Promise<Result> {
  const deadline = performance.now() + limitMs
  while (performance.now() < deadline) {
    const result = await attempt()
    if (result) return result
    await sleep(pauseMs)
  }
  throw new Error(`it has not happened within ${limitMs / 1_000} seconds`)
}
