import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { Item } from '../../../client'
import type { Code } from '../../../input/code'
import { api } from '../api/client'
import { useAskedPage } from '../browser/asked-page'
import { say } from '../browser/said'
import { giveCode, useScans } from '../scanner/scans'
import { signal } from '../scanner/signal'
import { findItems } from './lookup'
import { texts } from './texts'

export type Lookup = UseMutationResult<Item[], Error, Code> & {
  /** Looks the code up. Resolves when the item was taken: false where there is none. */
  take: (code: Code) => Promise<boolean>
}

/**
 * Looks a code up when a scanner sends it, or somebody types it, for the page on which that is. Nothing that was read
 * before is used: a shelf changes. `isBusy`: a form is open by now, which takes the code in place of the page. What
 * takes an item gives the signal for it.
 */
export function useLookup(
  onItem: (item: Item) => unknown,
  { isBusy = false, onNone }: { isBusy?: boolean; onNone?: (code: Code) => void } = {},
): Lookup {
  const rememberPage = useAskedPage()
  const lookup = useMutation({
    mutationFn: (code: Code) => findItems(code, (query) => api.listItems(query)),
    onMutate: rememberPage,
    onSuccess: async ([item, second], code, isStillAsked) => {
      if (isStillAsked() && item && !second) return void (await (isBusy ? giveCode(code) : onItem(item)))
      signal('refused')
      if (!isStillAsked()) say(texts.leftBehind(code.text))
      else if (!item) onNone?.(code)
    },
    onError: () => signal('refused'),
  })
  const take = (code: Code) =>
    lookup.mutateAsync(code).then(
      (items) => items.length > 0,
      () => false,
    )
  useScans('page', take)
  return { ...lookup, take }
}
