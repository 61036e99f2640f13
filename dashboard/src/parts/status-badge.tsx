import { Badge } from '@mantine/core'

/** A word, and a dot whose colour says the same. It is never cut off. */
export function StatusBadge({ color, children }: { color: string; children: string }) {
  return (
    <Badge variant="dot" color={color} miw="max-content">
      {children}
    </Badge>
  )
}
