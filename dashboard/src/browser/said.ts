import { makeObserved } from './observed'

/** What a notice offers: Undo, unless it has another label. */
export type Offer = { act: () => unknown; label?: string }

/** What was done, as a sentence, the path of the page on which, and when, in epoch milliseconds. */
export type Notice = {
  key: string
  text: string
  path: string
  at: number
  offer: Offer | undefined
  isProblem: boolean
}

/** What was done last. Another page does not say it. */
export const said = makeObserved<Notice | null>(null)

/** What was done in this tab, the last first, and what of it can still be undone. */
export const notices = makeObserved<Notice[]>([])

/** So many are kept. */
const most = 50

/** `isProblem`: it was not done, and the sentence says why. */
export function say(text: string, offer?: Offer, isProblem = false): void {
  said.set(note(text, offer, isProblem))
}

/** Keeps it for a list alone: the page itself says it. */
export function note(text: string, offer?: Offer, isProblem = false): Notice {
  const notice = { key: crypto.randomUUID(), text, path: location.pathname, at: Date.now(), offer, isProblem }
  notices.set([notice, ...notices.get()].slice(0, most))
  return notice
}

/** Does what the notice offers, once, wherever it is pressed. */
export async function takeOffer({ key, offer }: Notice): Promise<void> {
  if (!notices.get().some((each) => each.key === key && each.offer)) return
  notices.set(notices.get().map((each) => (each.key === key ? { ...each, offer: undefined } : each)))
  await offer?.act()
  if (said.get()?.key === key) said.set(null)
}
