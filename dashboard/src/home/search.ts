/** What Home shows, in its address: the question whether to clear the example. */
export type HomeSearch = { clear?: true }

export function parseHomeSearch(given: Record<string, unknown>): HomeSearch {
  return given.clear === true ? { clear: true } : {}
}
