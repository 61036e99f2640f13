import { ActionIcon, Button, Group, Menu, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { FormDrawer } from '../parts/form-drawer'
import { useIsPhone } from '../parts/is-phone'
import { bookOne } from '../stock/book'
import { moveFile } from '../stock/move-file'
import { moveKinds } from '../stock/move-search'
import { texts as stock } from '../stock/texts'
import { texts } from './texts'
import { useTrash } from './use-trash'

const signs = { sell: '−', receive: '+' }

/** One unit less or more by one press, and the other movements of the item. In the grid, no control has a tab stop. */
export function RowActions({ item }: { item: Item }) {
  return (
    <Group gap={4} wrap="nowrap" justify="end">
      <StepButton item={item} kind="sell" />
      <StepButton item={item} kind="receive" />
      <MoreMenu item={item} />
    </Group>
  )
}

/** In the grid, the cell is what the Tab key stops at. On a phone, a thumb must meet it. */
function useLook() {
  return { size: useIsPhone() ? 44 : 'md', tabIndex: -1 }
}

/** Each press books one unit at once, and the quantity beside follows it. */
function StepButton({ item, kind }: { item: Item; kind: 'sell' | 'receive' }) {
  const look = useLook()
  return (
    <ActionIcon
      variant="default"
      {...look}
      aria-label={texts.steps[kind](item.name)}
      onClick={() => void bookOne(kind, item)}
    >
      {signs[kind]}
    </ActionIcon>
  )
}

/** A menu, or a sheet on a phone. */
function MoreMenu({ item }: { item: Item }) {
  const [opened, { open, close }] = useDisclosure(false)
  const look = useLook()
  const isPhone = useIsPhone()
  const choices = useChoices(item)
  const button = (
    <ActionIcon variant="default" {...look} aria-label={texts.more(item.name)} {...(isPhone && { onClick: open })}>
      ⋯
    </ActionIcon>
  )
  if (!isPhone)
    return (
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} portalProps={{ target: 'main' }}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          {choices.map(({ label, choose }) => (
            <Menu.Item key={label} onClick={choose}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  return (
    <>
      {button}
      <FormDrawer opened={opened} onClose={close} title={item.name} position="bottom">
        <Stack gap="xs">
          {choices.map(({ label, choose }) => (
            <Button
              key={label}
              variant="default"
              size="md"
              onClick={() => {
                close()
                choose()
              }}
            >
              {label}
            </Button>
          ))}
        </Stack>
      </FormDrawer>
    </>
  )
}

function useChoices(item: Item) {
  const navigate = useNavigate()
  const trash = useTrash()
  usePrefetchQuery(moveFile)
  const moves = moveKinds.map((move) => ({
    label: stock.kinds[move],
    choose: () => void navigate({ to: '.', search: (kept) => ({ ...kept, move, of: item.id }), resetScroll: false }),
  }))
  return [
    ...moves,
    { label: texts.order, choose: () => void navigate({ to: '/orders/new', search: { items: item.id } }) },
    { label: texts.moveToTrash, choose: () => trash.mutate([item]) },
  ]
}
