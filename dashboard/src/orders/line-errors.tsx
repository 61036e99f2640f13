import { Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'

/** What is wrong in the fields of a line, below all of them: a field is too narrow for a sentence. */
export function LineErrors({ errors, place }: { errors: FormErrors; place: string }) {
  return Object.entries(errors).map(
    ([path, error]) =>
      path.startsWith(`${place}.`) && (
        <Text key={path} size="sm" role="alert" w="100%" c="var(--mantine-color-error)">
          {error}
        </Text>
      ),
  )
}
