import { Group } from '@mantine/core'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { useRights } from '../api/queries'
import { RowButton } from '../parts/row-button'
import { moveFile } from './move-file'
import { type MoveKind, moveKinds } from './move-search'
import { texts } from './texts'

/** The movements of an item, for those who may make them. In a row of a table they stay on one line. */
export function MoveMenu({ item, wrap = 'wrap' }: { item: Pick<Item, 'id' | 'name'>; wrap?: 'wrap' | 'nowrap' }) {
  const { write } = useRights()
  const navigate = useNavigate()
  usePrefetchQuery(moveFile)
  if (!write) return null
  const open = (move: MoveKind) =>
    void navigate({ to: '.', search: (kept) => ({ ...kept, move, of: item.id }), resetScroll: false })
  return (
    <Group gap={4} wrap={wrap}>
      {moveKinds.map((move) => (
        <RowButton key={move} name={texts.title(move, item.name)} onClick={() => open(move)}>
          {texts.kinds[move]}
        </RowButton>
      ))}
    </Group>
  )
}
