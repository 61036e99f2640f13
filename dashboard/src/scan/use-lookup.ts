import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { useAskedPage } from '../asked-page'
import { findItems } from './lookup'

export type Lookup = UseMutationResult<Item[], Error, string>

/**
 * Looks a code up when it is told to, for the page on which that is. Nothing that was read before is used: a shelf
 * changes.
 */
export function useLookup(onItem: (item: Item) => void): Lookup {
  const rememberPage = useAskedPage()
  return useMutation({
    mutationFn: (code: string) => findItems(code, (query) => api.listItems(query)),
    onMutate: rememberPage,
    onSuccess: ([item, second], _, isStillAsked) => {
      if (item && !second && isStillAsked()) onItem(item)
    },
  })
}
