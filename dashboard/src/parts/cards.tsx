import { Paper, Stack } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

/** A list of cards, where a table would be wider than the window. */
export function Cards({ children }: { children: ReactNode }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {children}
    </Stack>
  )
}

type CardProps = {
  children: ReactNode
  /** Where it can take the focus. */
  place?: Ref<HTMLLIElement>
  isShown?: boolean
}

export function Card({ children, place, isShown = false }: CardProps) {
  return (
    <Paper
      component="li"
      withBorder
      p="sm"
      style={{ overflowWrap: 'anywhere', ...(isShown && { borderColor: 'var(--mantine-primary-color-filled)' }) }}
      {...(place && { ref: place, tabIndex: -1 })}
    >
      {children}
    </Paper>
  )
}
