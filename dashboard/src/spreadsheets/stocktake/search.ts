import { parseTexts } from '../../parts/search'

export const hows = ['print', 'file', 'phone'] as const
export type How = (typeof hows)[number]

/** What the page shows, in its address: how to count, and what. */
export type StocktakeSearch = { how?: How; location?: string; search?: string }

export function parseStocktakeSearch(given: Record<string, unknown>): StocktakeSearch {
  const how = hows.find((each) => each === given.how)
  return { ...(how && { how }), ...parseTexts(given, ['location', 'search']) }
}
