import { Group, Stack, Text } from '@mantine/core'
import type { FormErrors, GetInputPropsReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { texts } from './texts'

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

/** The props of a field of the line that has this name. It is only marked: the sentence stands below the line. */
export function getFieldProps({ errors, getInputProps }: Form, path: string, label: string, name: string) {
  return { label, 'aria-label': texts.fieldOf(label, name), ...getInputProps(path), error: errors[path] != null }
}

/** What is wrong in the fields of a line, below all of them: a field is too narrow for a sentence. */
function LineErrors({ errors, place }: { errors: FormErrors; place: string }) {
  return Object.entries(errors).map(
    ([path, error]) =>
      path.startsWith(`${place}.`) && (
        <Text key={path} size="sm" role="alert" w="100%" c="var(--mantine-color-error)">
          {error}
        </Text>
      ),
  )
}
