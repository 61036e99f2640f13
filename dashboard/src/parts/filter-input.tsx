import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useAskedPage } from '../browser/asked-page'

/** A search is sent when nobody has typed for so long, in milliseconds. */
export const pauseMs = 300

type FilterInputProps = {
  label: string
  type: 'search' | 'text'
  placeholder?: string
  value: string
  onValue: (value: string) => void
  autoFocus?: boolean
}

/** Follows the address, but not while somebody types. What was typed is dropped where another page is asked for. */
export function FilterInput({ value, onValue, ...shown }: FilterInputProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const rememberPage = useAskedPage()
  const send = useDebouncedCallback((text: string, isStillAsked: () => boolean) => {
    if (!isStillAsked()) return
    sent.current = text
    onValue(text)
  }, pauseMs)
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  return (
    <TextInput
      {...shown}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        send(currentTarget.value.trim(), rememberPage())
      }}
    />
  )
}
