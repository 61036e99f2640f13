import { Badge, Stack, Text } from '@mantine/core'
import type { Transaction } from '../../../client'
import { useQuestion } from '../api/question'
import { formatTime } from '../parts/format'
import { PageLink } from '../parts/link'
import { RowButton } from '../parts/row-button'
import { texts as stockTexts, typeTexts } from '../stock/texts'
import { texts } from './texts'

/** What it was, and the way to the movement that it takes back, or that takes it back. */
export function MovementType({ row: { type, order_id, reversed_by, reversal_of } }: { row: Transaction }) {
  const other = reversed_by ?? reversal_of
  return (
    <Stack gap={2} align="start">
      <Text inherit>
        {typeTexts[type] ?? type}
        {order_id !== null && `, ${texts.forOrder}`}
      </Text>
      {reversed_by !== null && (
        <Badge color="gray" variant="outline" c="var(--mantine-color-text)">
          {texts.reversed}
        </Badge>
      )}
      {other !== null && (
        <PageLink
          to="/items/$id"
          from="/items/$id"
          params={(kept) => kept}
          search={{ entry: other }}
          resetScroll={false}
          size="sm"
        >
          {reversed_by === null ? texts.showReversed : texts.showReversal}
        </PageLink>
      )}
    </Stack>
  )
}

/** Nothing for a movement that the API would not reverse. */
export function ReverseButton({ row }: { row: Transaction }) {
  const { show } = useQuestion('reverse')
  const { id } = row
  if (id === null) return null
  return (
    <RowButton
      name={texts.reverseOf(typeTexts[row.type] ?? row.type, formatTime(row.created_at))}
      onClick={() => show(id)}
    >
      {texts.reverse}
    </RowButton>
  )
}

export function nameReason(reason: string | null): string {
  return Object.entries(stockTexts.reasons).find(([value]) => value === reason)?.[1] ?? reason ?? ''
}
