import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { itemQueries } from '../api/queries'
import { useQuestion } from '../api/question'
import { Confirm } from '../parts/confirm'
import { formatNumber } from '../parts/format'
import { texts } from './texts'

/** Asks, where the address says so. Afterwards the page of the item says where it is. */
export function MoveToTrash({ item }: { item: Item }) {
  const { opened = false, close } = useQuestion('trash')
  const navigate = useNavigate({ from: '/items/$id' })
  return (
    <Confirm
      opened={opened}
      onClose={close}
      title={texts.trashTitle}
      action={texts.moveToTrash}
      name={`trash ${item.id}`}
      input={item.id}
      send={api.deleteItem}
      stale={itemQueries}
      onDone={() => void navigate({ search: {}, replace: true })}
    >
      <Text>{texts.trashQuestion(item.name, formatNumber(item.quantity))}</Text>
      <Text>{texts.trashHint}</Text>
    </Confirm>
  )
}
