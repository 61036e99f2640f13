import { makeParse } from '../parts/search'

/** What Home shows, in its address: the question whether to clear the example. */
export const parseHomeSearch = makeParse({ clear: 'flag' })
