import { Badge, type BadgeProps } from '@mantine/core'
import type { Item } from '../../../client'
import { texts } from './texts'

/** As the API counts it. */
function isLow({ quantity, reorder_point }: Item): boolean {
  return reorder_point !== null && quantity < reorder_point
}

/** Marks an item that is low in stock. The text has the colour of other texts, since orange is too pale on white. */
export function LowMark({ item, ...shown }: BadgeProps & { item: Item }) {
  if (!isLow(item)) return null
  return (
    <Badge color="orange" variant="outline" c="var(--mantine-color-text)" {...shown}>
      {texts.low}
    </Badge>
  )
}
