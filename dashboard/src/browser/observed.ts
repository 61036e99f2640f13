import { useSyncExternalStore } from 'react'

/** A value outside of the pages, which are drawn again where they use it and it changes. */
export type Observed<Value> = { get: () => Value; set: (value: Value) => void; use: () => Value }

export function makeObserved<Value>(current: Value): Observed<Value> {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => current,
    set: (value) => {
      current = value
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, () => current),
  }
}
