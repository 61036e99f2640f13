import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, type MouseEvent, useRef } from 'react'

/**
 * A field for a number. It holds what was typed, as a text, which is read when it is sent: nothing is ever changed into
 * another number. With the focus, all of it is selected, so that what is typed replaces it.
 */
export function NumberField(props: TextInputProps) {
  const selects = useRef(false)
  const select = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    selects.current = true
    currentTarget.select()
  }
  /** The press that gives the focus would set the caret, and end the selection. */
  const selectAgain = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    if (selects.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
    selects.current = false
  }
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...props}
      onFocus={(event) => {
        select(event)
        props.onFocus?.(event)
      }}
      onClick={selectAgain}
      onKeyDown={() => {
        selects.current = false
      }}
    />
  )
}
