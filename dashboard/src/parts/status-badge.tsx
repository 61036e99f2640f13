import { Badge, type BadgeProps } from '@mantine/core'
import { type State, states } from './tokens'

/** A word, and a dot whose colour says the same. It is never cut off. */
export function StatusBadge({ state, ...badge }: BadgeProps & { state: State; children: string }) {
  return <Badge variant="dot" color={states[state]} miw="max-content" {...badge} />
}
