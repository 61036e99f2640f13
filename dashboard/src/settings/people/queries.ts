import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { pageSize } from '../search'

type Page = { offset: number; limit?: number }

export function listPeople({ offset, limit = pageSize }: Page) {
  return queryOptions({
    queryKey: ['people', offset, limit],
    queryFn: async ({ signal }) => await api.listPeople({ offset, limit }, { signal }),
    placeholderData: keepPreviousData,
  })
}
