import type { CreatedItems, Item } from '../../../client'

/** An item that could not be changed, and why. */
export type Refused = { item: Item; why: string }

/** The items whose rows of a batch were refused. */
export function findRefused(items: Item[], { data }: CreatedItems): Refused[] {
  return data.flatMap((result) => {
    const item = items[result.index]
    return item && 'error' in result ? [{ item, why: result.error.message }] : []
  })
}
