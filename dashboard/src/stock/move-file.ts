import { queryOptions } from '@tanstack/react-query'
import { loadPage } from '../browser/load-page'

/** The form of a movement has a file of its own, so the first page loads less. What opens the form loads it before. */
export const moveFile = queryOptions({
  queryKey: ['file of the movements'],
  queryFn: () =>
    loadPage(async () => {
      await import('../parts/form-drawer')
      return import('./move-form')
    }),
  staleTime: Number.POSITIVE_INFINITY,
})
