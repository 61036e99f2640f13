import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Item } from '../../../../client'
import { patientApi } from '../../api/client'
import type { StocktakeSearch } from './search'

/** More items are not put on paper. */
export const mostPrinted = 5_000

export type PrintRows = { items: Item[]; total: number; at: string }

/** Reads the items to count, by their locations. Where there are too many, none. */
export function usePrintRows({ location, search }: StocktakeSearch) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const reading = useMutation({
    mutationFn: async (): Promise<PrintRows> => {
      setProgress(null)
      const filters = { ...(location && { location }), ...(search && { search }) }
      const at = new Date().toISOString()
      const items: Item[] = []
      let total = 0
      for await (const { data, pagination } of patientApi.listItems({ ...filters, sort: 'location' }).pages()) {
        total = pagination.total
        if (total > mostPrinted) return { items: [], total, at }
        items.push(...data)
        setProgress({ done: items.length, total })
      }
      return { items, total, at }
    },
  })
  return { ...reading, progress }
}
