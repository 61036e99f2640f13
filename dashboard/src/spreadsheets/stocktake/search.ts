import { makeParse, type SearchOf } from '../../parts/search'

export const hows = ['print', 'file', 'phone'] as const
export type How = (typeof hows)[number]

/** How to count, and what. `items`: their ids, of those that were chosen in a list. */
const ofStocktake = { how: hows, location: 'text', search: 'text', items: 'text' } as const

/** What the page shows, in its address. */
export type StocktakeSearch = SearchOf<typeof ofStocktake>
export const parseStocktakeSearch = makeParse(ofStocktake)
