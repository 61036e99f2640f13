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
  /**
   * The first press would set the caret, and end the selection: where it gives the focus, when it begins; where the page
   * gave it, when it ends.
   */
  const selectAgain = (event: MouseEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    if (!selects.current) return
    selects.current = false
    event.preventDefault()
    if (field.selectionStart === field.selectionEnd) field.select()
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
      onMouseUp={selectAgain}
      onKeyDown={() => {
        selects.current = false
      }}
    />
  )
}
