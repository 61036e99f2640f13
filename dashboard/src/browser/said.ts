import { makeObserved } from './observed'

/** What was done last, as a sentence, and the path of the page on which. Another page does not say it. */
export const said = makeObserved({ text: '', at: '' })

export function say(text: string): void {
  said.set({ text, at: location.pathname })
}
