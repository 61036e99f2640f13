import { Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { texts } from './texts'

type PageProps = {
  title: string
  /** The link to the page that this one is a part of. */
  up?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a page: where it is, its title, also that of the tab, what can be done, and its content. */
export function Page({ title, up, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Inventory`
  }, [title])
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} miw={0}>
          {up && (
            <nav className="up" aria-label={texts.up}>
              {up}
            </nav>
          )}
          <Title order={1} tabIndex={-1} miw={0}>
            {title}
          </Title>
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
