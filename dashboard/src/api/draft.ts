import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { tabStorage } from '../browser/storage'

export type Draft<Values> = UseFormReturnType<Values> & {
  /** Forgets what was typed. */
  drop: () => void
  /** Begins anew, with other values. */
  begin: (values: Values) => void
}

/**
 * A form whose values survive a reload of the page, until they are sent or dropped. `name` says what they are for.
 * `validate`: what is wrong, by the names of fields, before it is sent.
 */
export function useDraft<Values extends Record<string, unknown>>(
  name: string,
  initialValues: Values,
  validate: (values: Values) => FormErrors = () => ({}),
): Draft<Values> {
  const place = `draft ${name}`
  const [begun, setBegun] = useState(() => ({
    initial: JSON.stringify(initialValues),
    values: readDraft(place, initialValues),
  }))
  const form = useForm<Values>({ initialValues: begun.values, validate })
  const typed = JSON.stringify(form.values)
  useEffect(() => {
    if (typed === begun.initial) tabStorage.removeItem(place)
    else tabStorage.setItem(place, typed)
  }, [place, begun, typed])
  const begin = (values: Values) => {
    setBegun({ initial: JSON.stringify(values), values })
    form.setValues(values)
  }
  return { ...form, begin, drop: () => tabStorage.removeItem(place) }
}

function readDraft<Values>(place: string, initialValues: Values): Values {
  const kept: Partial<Values> = JSON.parse(tabStorage.getItem(place) ?? '{}')
  return { ...initialValues, ...kept }
}
