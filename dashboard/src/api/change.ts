import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAskedPage } from '../browser/asked-page'
import { say } from '../browser/said'
import { isUndecided } from './errors'
import { dropChange, forgetChange, giveUpChange, isPendingChange, takeChange } from './pending-change'
import { queries, readAgain } from './queries'
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
  /** Is told why it was not made, and if the page is still asked for. Not where it was given up. */
  onFail?: (error: Error, isStillAsked: boolean) => void
  /** A form that is closed, and opened again, is the same change. Else leaving the page ends it. */
  isForm?: boolean
}

/**
 * A change of the API's data. Until the service has said what became of it, its input and key are kept in this tab: the
 * same change, sent again after a failure or a reload, is the same request to the service.
 */
export function useChange<Input, Result>(send: ChangeRequest<Input, Result>, options: ChangeOptions<Input, Result>) {
  const { name, intent = (input) => input, stale, onSuccess, describe, onDone, onFail, isForm = false } = options
  const rememberPage = useAskedPage()
  const mutation = useMutation({
    mutationKey: [name],
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
      } else if (describe || onDone) say(texts.doneSince)
      await readAgain(stale)
    },
    onError: (error, _, isStillAsked) => {
      if (!isUndecided(error) || isPendingChange(name)) onFail?.(error, isStillAsked?.() ?? true)
    },
  })
  /** Ends what waits and what is kept: the next change is another one. What is shown is read again: it may be made. */
  const giveUp = () => {
    if (giveUpChange(name)) void readAgain(stale)
    for (const sent of queries.getMutationCache().findAll({ mutationKey: [name] }))
      queries.getMutationCache().remove(sent)
    mutation.reset()
  }
  useEffect(() => {
    if (!isForm) return () => forgetChange(name)
  }, [isForm, name])
  return { ...mutation, giveUp }
}

/** Why the change of this name, as it was sent last, was not made. Null where it was, and where it was given up. */
export function findFailure(name: string): Error | null {
  const last = queries
    .getMutationCache()
    .findAll({ mutationKey: [name] })
    .at(-1)
  return last?.state.error ?? (isPendingChange(name) ? new Error(texts.sentBefore) : null)
}
