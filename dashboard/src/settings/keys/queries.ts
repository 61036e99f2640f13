import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { pageSize } from '../search'

type Page = { offset: number; limit?: number }

export function listKeys({ offset, limit = pageSize }: Page) {
  return queryOptions({
    queryKey: ['keys', offset, limit],
    queryFn: async ({ signal }) => await api.listKeys({ offset, limit }, { signal }),
    placeholderData: keepPreviousData,
  })
}
