import { tabStorage } from '../browser/storage'

// A change that was sent is kept in this tab until the service has said what became of it. Its name finds it.

type PendingChange<Input> = { input: Input; key: string }

const place = (name: string) => `change ${name}`

/** Ends the sending of a change that is given up, by its key. */
const senders = new Map<string, AbortController>()

function read<Input>(name: string): PendingChange<Input> | null {
  return JSON.parse(tabStorage.getItem(place(name)) ?? 'null')
}

/**
 * The change that is open under this name, exactly as it was sent, if it is the same one. Else it begins now. `signal`
 * ends it where it is given up.
 */
export function takeChange<Input>(
  name: string,
  input: Input,
  intent: (input: Input) => unknown,
): PendingChange<Input> & { signal: AbortSignal } {
  const pending = read<Input>(name)
  const isSame = pending && JSON.stringify(intent(pending.input)) === JSON.stringify(intent(input))
  const change = isSame ? pending : { input, key: crypto.randomUUID() }
  if (!isSame) tabStorage.setItem(place(name), JSON.stringify(change))
  const sender = senders.get(change.key) ?? new AbortController()
  senders.set(change.key, sender)
  return { ...change, signal: sender.signal }
}

/** True while a change of this name is sent, and after it while nobody knows what became of it. */
export function isPendingChange(name: string): boolean {
  return read(name) !== null
}

/** What was sent goes on, but the next change is another one. */
export function forgetChange(name: string): void {
  tabStorage.removeItem(place(name))
}

/** It is known what became of the change with this key. Another one of its name stays. */
export function dropChange(name: string, key: string): void {
  senders.delete(key)
  if (read(name)?.key === key) forgetChange(name)
}

/** What waits to be sent again is not sent any more. False where nothing is pending. */
export function giveUpChange(name: string): boolean {
  const pending = read(name)
  if (pending === null) return false
  senders.get(pending.key)?.abort()
  dropChange(name, pending.key)
  return true
}
