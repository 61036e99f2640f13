import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAskedPage } from '../browser/asked-page'
import { say } from '../browser/said'
import { isUndecided } from './errors'
import { dropChange, forgetChange, giveUpChange, takeChange } from './pending-change'
import { texts } from './texts'

/** The key names the change: sent again under it, it has one effect. The signal ends it where it is given up. */
export type SendOptions = { idempotencyKey: string; signal: AbortSignal }
export type ChangeRequest<Input, Result> = (input: Input, options: SendOptions) => Promise<Result>

export type ChangeOptions<Input, Result> = {
  /** Names what is changed, such as `move itm_…`: what is kept across a reload is found by it. */
  name: string
  /** What the person wants. Where it is the same as before, the input of before is sent again. Default: the input. */
  intent?: (input: Input) => unknown
  /** The lists and objects that are read again afterwards. */
  stale: QueryKey[]
  /** What must follow, wherever the person is by then. */
  onSuccess?: (result: Result) => void
  /** What is said then. */
  describe?: (result: Result) => string
  /** What the page does then. Both are left out where another page has been asked for since: nobody is taken back. */
  onDone?: (result: Result) => void
  /** A form that is closed, and opened again, is the same change. Else leaving the page ends it. */
  isForm?: boolean
}

/**
 * A change of the API's data. Until the service has said what became of it, its input and key are kept in this tab: the
 * same change, sent again after a failure or a reload, is the same request to the service.
 */
export function useChange<Input, Result>(send: ChangeRequest<Input, Result>, options: ChangeOptions<Input, Result>) {
  const { name, intent = (input) => input, stale, onSuccess, describe, onDone, isForm = false } = options
  const queries = useQueryClient()
  const rememberPage = useAskedPage()
  const readAgain = () =>
    Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey, refetchType: when(queryKey) })))
  const mutation = useMutation({
    mutationFn: async (asked: Input) => {
      const { input, key, signal } = takeChange(name, asked, intent)
      try {
        const result = await send(input, { idempotencyKey: key, signal })
        dropChange(name, key)
        return result
      } catch (error) {
        if (!isUndecided(error)) dropChange(name, key)
        throw error
      }
    },
    onMutate: rememberPage,
    onSuccess: async (result, _, isStillAsked) => {
      onSuccess?.(result)
      if (isStillAsked()) {
        if (describe) say(describe(result))
        onDone?.(result)
      } else say(texts.doneSince)
      await readAgain()
    },
  })
  /** Ends what waits and what is kept: the next change is another one. What is shown is read again: it may be made. */
  const giveUp = () => {
    if (giveUpChange(name)) void readAgain()
    mutation.reset()
  }
  useEffect(() => {
    if (!isForm) return () => forgetChange(name)
  }, [isForm, name])
  return { ...mutation, giveUp }
}

/** The totals are shown by Home alone, which reads them when it is opened: each request counts. */
function when([first]: QueryKey): 'active' | 'none' {
  return first === 'account' ? 'none' : 'active'
}
