import { Group, Stack, Text } from '@mantine/core'
import type { FormErrors, GetInputPropsReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { LineErrors } from './line-errors'

type Form = { errors: FormErrors; getInputProps: (path: string) => GetInputPropsReturnType }
type Props = {
  form: Form
  /** Where the line is in the form. */
  place: string
  line: { name: string; sku: string }
  hint: string | undefined
  children: ReactNode
}

/** A line: its item, its fields, and below them what is wrong. */
export function LineFields({ form, place, line: { name, sku }, hint, children }: Props) {
  return (
    <Group align="start" gap="sm">
      <Stack gap={0} flex="1 1 200px" miw={0}>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{sku}</Text>
        {hint !== undefined && <Text size="sm">{hint}</Text>}
      </Stack>
      {children}
      <LineErrors errors={form.errors} place={place} />
    </Group>
  )
}

/** The props of a field of the line. It is only marked: the sentence stands below the line. */
export function getFieldProps({ errors, getInputProps }: Form, place: string, field: string) {
  const path = `${place}.${field}`
  return { ...getInputProps(path), error: errors[path] != null }
}
