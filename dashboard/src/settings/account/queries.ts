import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'

export const usageDays = 30

export const usage = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => await api.getUsage({ days: usageDays }, { signal }),
})
