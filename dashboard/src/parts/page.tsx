import { Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** The frame of a page: its title, also that of the tab, what can be done, and its content. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Inventory`
  }, [title])
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Title order={1} tabIndex={-1} miw={0}>
          {title}
        </Title>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
