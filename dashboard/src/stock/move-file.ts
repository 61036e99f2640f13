import { queryOptions } from '@tanstack/react-query'
import { loadPage } from '../browser/load-page'

/** The form of a movement has a file of its own, so the first page loads less. What opens the form loads it before. */
export const moveFile = queryOptions({
  queryKey: ['file of the movements'],
  queryFn: () =>
    loadPage(async () => {
      const [form] = await Promise.all([import('./move-form'), import('../parts/form-drawer')])
      return form
    }),
  staleTime: Number.POSITIVE_INFINITY,
})
