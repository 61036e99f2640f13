import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { findItems } from './lookup'

export type Lookup = UseMutationResult<Item[], Error, string>

/** Looks a code up when it is told to. Nothing that was read before is used: a shelf changes. */
export function useLookup(onItem: (item: Item) => void): Lookup {
  return useMutation({
    mutationFn: (code: string) => findItems(code, (query) => api.listItems(query)),
    onSuccess: ([item, second]) => {
      if (item && !second) onItem(item)
    },
  })
}
