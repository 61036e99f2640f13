import type { FormErrors } from '@mantine/form'
import { type QueryKey, useIsMutating } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ChangeRequest, findFailure, useChange } from './change'
import { useDraft } from './draft'
import { describeError } from './errors'
import { findPlace, nameFault } from './field-place'

export type SubmissionOptions<Values, Input, Result> = {
  /** Names what is changed: what is typed, and what was sent, are found by it after a reload. */
  name: string
  initial: Values
  /** What is wrong with them, by the names of fields. Nothing is sent then. */
  check?: (values: Values) => FormErrors
  /** What a person is asked once before such values are sent, or null. */
  doubt?: (values: Values) => string | null
  /** What is sent for these values. It is not made anew while nobody knows what became of what was sent for them. */
  make: (values: Values) => Input
  send: ChangeRequest<Input, Result>
  stale: QueryKey[]
  /** As those of `useChange`. */
  describe?: (result: Result) => string
  onDone?: (result: Result) => void
  onFail?: (error: Error, isStillAsked: boolean) => void
  /** What the page does as soon as it is sent. */
  onSend?: () => void
  /** The name that a field of the API has in the form, where it is another. */
  nameField?: (field: string, values: Values) => string
  /** Is told of an error beside. */
  onError?: (error: Error) => void
}

/** A form and the change that sends it. An error is shown at its field; `problem` is one that has none. */
export function useSubmission<Values extends Record<string, unknown>, Input, Result>(
  options: SubmissionOptions<Values, Input, Result>,
) {
  const { initial, check, doubt = () => null, make, send, onSend, nameField = (field) => field, ...others } = options
  const { onError, ...ofChange } = others
  const { name } = ofChange
  const form = useDraft(name, initial, check)
  const [before, setBefore] = useState(() => findFailure(name))
  const isPending = useIsMutating({ mutationKey: [name] }) > 0
  const [faulty, setFaulty] = useState<{ field: string | null }>({ field: null })
  const change = useChange(({ input }: { values: Values; input: Input }, options) => send(input, options), {
    ...ofChange,
    intent: ({ values }) => values,
    onSuccess: form.drop,
    isForm: true,
  })
  const find = (error: Error) => findPlace(nameField(describeError(error).field ?? '', form.values), form.values)
  const explain = (error: Error) => {
    const field = find(error)
    if (field !== null) form.setFieldError(field, nameFault(describeError(error).message))
    setFaulty({ field })
    onError?.(error)
  }
  const explainBefore = useEffectEvent(() => before && explain(before))
  useEffect(() => void explainBefore(), [])
  /** A long form would not show it else. */
  const focusOn = useEffectEvent(({ field: name }: typeof faulty) => {
    const field = name === null ? null : form.getInputNode(name)
    field?.blur() // a number that has the focus anew is selected
    field?.focus()
  })
  useEffect(() => focusOn(faulty), [faulty])
  const [asked, setAsked] = useState<string | null>(null)
  const sendValues = (values: Values) => {
    const question = doubt(values)
    if (question !== asked) setAsked(question)
    if (question !== null && question !== asked) return
    change.mutate({ values, input: make(values) }, { onError: explain })
    onSend?.()
  }
  const showFault = (errors: FormErrors) => {
    const [field] = Object.keys(errors)
    if (field !== undefined) setFaulty({ field })
  }
  const error = isPending ? null : (change.error ?? (change.isIdle ? before : null))
  return {
    form,
    submit: form.onSubmit(sendValues, showFault),
    send: sendValues,
    isPending,
    /** What is asked: the same values, sent again, are a yes. Others are not meant by it. */
    question: asked !== null && doubt(form.values) === asked ? asked : null,
    problem: error && find(error) === null ? error : null,
    /** Forgets what was typed and sent: the next form is another change. */
    drop: () => {
      form.drop()
      change.giveUp()
      setBefore(null)
    },
  }
}
