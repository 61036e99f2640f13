import { makeObserved } from './observed'

/** What a notice offers: Undo, unless it has another label. */
export type Offer = { act: () => unknown; label?: string }

/** What was done last, as a sentence, and the path of the page on which. Another page does not say it. */
export type Notice = { key: string; text: string; at: string; offer: Offer | undefined; isProblem: boolean }

export const said = makeObserved<Notice | null>(null)

/** `isProblem`: it was not done, and the sentence says why. */
export function say(text: string, offer?: Offer, isProblem = false): void {
  said.set({ key: crypto.randomUUID(), text, at: location.pathname, offer, isProblem })
}
