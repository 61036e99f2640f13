import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** What stands where there is nothing yet: what would be here, and how it comes here. */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="lg">
      <Stack gap="xs" align="start">
        <Text fw={600}>{title}</Text>
        {hint !== undefined && <Text>{hint}</Text>}
        {children}
      </Stack>
    </Paper>
  )
}
