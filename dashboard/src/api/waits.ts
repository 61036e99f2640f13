import type { Retry } from '../../../client'
import { makeObserved } from '../browser/observed'

/** Why something is not done yet: the service asks to wait, or it does not answer. `until`: epoch milliseconds. */
type Wait = { why: 'limit' | 'no answer'; until: number }

export const shownWait = makeObserved<Wait | null>(null)

/** Is told by the client before each wait. */
export function showWait({ status, waitMs }: Retry): void {
  shownWait.set({ why: status === 429 ? 'limit' : 'no answer', until: Date.now() + waitMs })
  setTimeout(endWait, waitMs + 50)
}

function endWait(): void {
  const wait = shownWait.get()
  if (wait && wait.until <= Date.now()) shownWait.set(null)
}
