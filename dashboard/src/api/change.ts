import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAskedPage } from '../asked-page'
import { isUndecided } from './errors'

/** How a change is sent. The key names it: sent again under its key, it has one effect. */
export type ChangeRequest<Input, Result> = (input: Input, idempotencyKey: string) => Promise<Result>

type Options<Input, Result> = {
  /** Names what is changed, such as `move itm_…`: what is kept across a reload is found by it. */
  name: string
  /** What the person wants. Where it is the same as before, the input of before is sent again. Default: the input. */
  intent?: (input: Input) => unknown
  /** The lists and objects that are read again afterwards. */
  stale: QueryKey[]
  /** What must follow, wherever the person is by then. */
  onSuccess?: (result: Result) => void
  /** What the page does then. Left out where another page has been asked for since: nobody is taken back. */
  onDone?: (result: Result) => void
}

/**
 * A change of the API's data. Until the service has said what became of it, its input and key are kept in this tab: the
 * same change, sent again after a failure or a reload, is the same request to the service.
 */
export function useChange<Input, Result>(send: ChangeRequest<Input, Result>, options: Options<Input, Result>) {
  const { name, intent = (input) => input, stale, onSuccess, onDone } = options
  const queries = useQueryClient()
  const rememberPage = useAskedPage()
  const readAgain = () =>
    Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey, refetchType: when(queryKey) })))
  const mutation = useMutation({
    mutationFn: (asked: Input) => {
      const { input, key } = take(name, asked, intent)
      return send(input, key)
    },
    onMutate: rememberPage,
    onSuccess: async (result, _, isStillAsked) => {
      drop(name)
      onSuccess?.(result)
      if (isStillAsked()) onDone?.(result)
      await readAgain()
    },
    onError: (error) => {
      if (!isUndecided(error)) drop(name)
    },
  })
  /** Ends what is kept: the next change is another one. What is shown is read again, since this one may be made. */
  const giveUp = () => {
    if (!isKept(name)) return
    drop(name)
    void readAgain()
  }
  return { ...mutation, giveUp }
}

/** The totals are shown by Home alone, which reads them when it is opened: each request counts. */
function when([first]: QueryKey): 'active' | 'none' {
  return first === 'account' ? 'none' : 'active'
}

type Kept<Input> = { input: Input; key: string }

const place = (name: string) => `change ${name}`

/** The change that is open under this name, exactly as it was sent, if it is the same one. Else it begins now. */
function take<Input>(name: string, input: Input, intent: (input: Input) => unknown): Kept<Input> {
  const kept: Kept<Input> | null = JSON.parse(sessionStorage.getItem(place(name)) ?? 'null')
  if (kept && JSON.stringify(intent(kept.input)) === JSON.stringify(intent(input))) return kept
  const begun = { input, key: crypto.randomUUID() }
  sessionStorage.setItem(place(name), JSON.stringify(begun))
  return begun
}

/** True while a change of this name is sent, and after it while nobody knows what became of it. */
export function isKept(name: string): boolean {
  return sessionStorage.getItem(place(name)) !== null
}

function drop(name: string): void {
  sessionStorage.removeItem(place(name))
}
