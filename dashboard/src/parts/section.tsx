import { Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a page, with a frame and a title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" aria-label={title} withBorder p="md" miw={0} h="100%">
      <Stack gap="sm">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  )
}

/** The same without a frame. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  )
}
