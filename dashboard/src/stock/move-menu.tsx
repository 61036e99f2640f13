import { Button, Group } from '@mantine/core'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { useRights } from '../api/queries'
import { moveFile } from './move-file'
import { type MoveKind, moveKinds } from './move-search'
import { texts } from './texts'

/** The movements of an item, for those who may make them. */
export function MoveMenu({ item }: { item: Pick<Item, 'id' | 'name'> }) {
  const { write } = useRights()
  const navigate = useNavigate()
  usePrefetchQuery(moveFile)
  if (!write) return null
  const open = (move: MoveKind) =>
    void navigate({ to: '.', search: (kept) => ({ ...kept, move, of: item.id }), resetScroll: false })
  return (
    <Group gap="xs">
      {moveKinds.map((move) => (
        <Button
          key={move}
          variant={move === 'sell' ? 'filled' : 'default'}
          aria-label={texts.title(move, item.name)}
          onClick={() => open(move)}
        >
          {texts.kinds[move]}
        </Button>
      ))}
    </Group>
  )
}
