import { makeParse, type SearchOf } from '../../parts/search'

export const hows = ['print', 'file', 'phone'] as const
export type How = (typeof hows)[number]

/** How to count, and what. */
const ofStocktake = { how: hows, location: 'text', search: 'text' } as const

/** What the page shows, in its address. */
export type StocktakeSearch = SearchOf<typeof ofStocktake>
export const parseStocktakeSearch = makeParse(ofStocktake)
