import { Paper, Stack } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

/** A list of cards, where a table would be wider than the window. */
export function Cards({ children }: { children: ReactNode }) {
  return (
    <Stack component="ul" gap="xs" className="cards">
      {children}
    </Stack>
  )
}

type CardProps = { children: ReactNode; isShown?: boolean; ref?: Ref<HTMLLIElement>; tabIndex?: number }

export function Card({ children, isShown = false, ...others }: CardProps) {
  return (
    <Paper component="li" withBorder p="sm" data-marked={isShown || undefined} {...others}>
      {children}
    </Paper>
  )
}
