import { TextInput, type TextInputProps } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import { halfDay } from './typed-day'

type DayFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & { value?: string; onChange: (day: string) => void }

/** A field for a day, such as `2026-11-25`. Empty is none. A browser tells of a half one by its validity alone. */
export function DayField({ value = '', onChange, onBlur, ...shown }: DayFieldProps) {
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const day = currentTarget.validity.badInput ? halfDay : currentTarget.value
    if (day !== value) onChange(day)
  }
  return (
    <TextInput
      {...shown}
      type="date"
      max="9999-12-31"
      value={value === halfDay ? '' : value}
      onChange={read}
      onKeyUp={read}
      onBlur={(event) => {
        read(event)
        onBlur?.(event)
      }}
    />
  )
}
