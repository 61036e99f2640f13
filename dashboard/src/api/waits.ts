import { useSyncExternalStore } from 'react'
import type { Retry } from '../../../client'

/** Why something is not done yet: the service asks to wait, or it does not answer. `until`: epoch milliseconds. */
export type Wait = { why: 'limit' | 'no answer'; until: number }

let current: Wait | null = null
const listeners = new Set<() => void>()

/** Is told by the client before each wait. */
export function tellWait({ status, waitMs }: Retry): void {
  set({ why: status === 429 ? 'limit' : 'no answer', until: Date.now() + waitMs })
  setTimeout(() => current && current.until <= Date.now() && set(null), waitMs + 50)
}

function set(wait: Wait | null): void {
  current = wait
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useWait(): Wait | null {
  return useSyncExternalStore(subscribe, () => current)
}
