import { Radio, type RadioGroupProps, Stack } from '@mantine/core'

type RadiosProps = Omit<RadioGroupProps, 'children'> & {
  /** How each value is called, and what more is said of it. */
  choices: Record<string, string>
  hints?: Record<string, string>
}

/** A choice of one of few, which are all shown. */
export function Radios({ choices, hints = {}, ...group }: RadiosProps) {
  return (
    <Radio.Group {...group}>
      <Stack gap="sm" mt="xs">
        {Object.entries(choices).map(([value, label]) => (
          <Radio key={value} value={value} label={label} description={hints[value]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
