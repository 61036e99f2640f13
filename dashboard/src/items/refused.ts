import type { CreatedItems, Item } from '../../../client'
import { say } from '../browser/said'
import { texts } from './texts'

/** An item that could not be changed, and why. */
export type Refused = { item: Item; why: string }

/** The items of which the rows of a batch were done, and those of which they were refused. */
export function sortResults(items: Item[], { data }: CreatedItems): { done: Item[]; refused: Refused[] } {
  const refused = data.flatMap((result) => {
    const item = items[result.index]
    return item && 'error' in result ? [{ item, why: result.error.message }] : []
  })
  return { done: items.filter((item) => !refused.some((one) => one.item === item)), refused }
}

/** Says the first one, in a notice. */
export function sayRefused([first]: Refused[]): void {
  if (first) say(texts.notDone(first.item.name, first.why), undefined, true)
}
