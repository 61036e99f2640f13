import { Button, Group, Text } from '@mantine/core'
import { formatNumber } from './format'
import { texts } from './texts'

type PagerProps = { offset: number; limit: number; total: number; onOffset: (offset: number) => void }

/** Where the page is in the list, and the way to those beside it. */
export function Pager({ offset, limit, total, onOffset }: PagerProps) {
  if (total <= limit && offset === 0) return null
  const last = Math.min(offset + limit, total)
  return (
    <Group justify="space-between">
      <Text size="sm">
        {texts.rows(formatNumber(Math.min(offset + 1, total)), formatNumber(last), formatNumber(total))}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          disabled={offset === 0}
          onClick={() => onOffset(Math.max(0, offset - limit))}
        >
          {texts.previous}
        </Button>
        <Button variant="default" size="xs" disabled={last >= total} onClick={() => onOffset(offset + limit)}>
          {texts.next}
        </Button>
      </Group>
    </Group>
  )
}
