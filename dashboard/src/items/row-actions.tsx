import { ActionIcon, Button, Group, Menu, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Item, Movement } from '../../../client'
import { useChange } from '../api/change'
import { api } from '../api/client'
import { describeError } from '../api/errors'
import { stockQueries } from '../api/queries'
import { say } from '../browser/said'
import { useIsPhone } from '../parts/data-table'
import { FormDrawer } from '../parts/form-drawer'
import { formatNumber } from '../parts/format'
import { moveFile } from '../stock/move-file'
import { moveKinds } from '../stock/move-search'
import { makeMovement } from '../stock/movement'
import { texts as stock } from '../stock/texts'
import { texts } from './texts'

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
  return useIsPhone() ? { size: 44 } : { size: 'md', tabIndex: -1 }
}

/** Books at once. A press while the one before is sent is none: nobody books what was not seen. */
function StepButton({ item, kind }: { item: Item; kind: 'sell' | 'receive' }) {
  const look = useLook()
  const step = useChange(
    (movement: Movement, options) => api.createTransactions({ ...movement, dry_run: false }, options),
    {
      name: `one ${kind} ${item.id}`,
      stale: stockQueries,
      describe: ({ quantity_after }) => stock.done(item.name, formatNumber(quantity_after)),
    },
  )
  const book = () => {
    if (step.isPending) return
    const movement = makeMovement(kind, item, { quantity: '1', reason: '', note: '' })
    step.mutate(movement, { onError: (error) => say(texts.notDone(item.name, describeError(error).message)) })
  }
  return (
    <ActionIcon
      variant="default"
      {...look}
      aria-label={texts.steps[kind](item.name)}
      aria-disabled={step.isPending}
      onClick={book}
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
            <Button key={label} variant="default" size="md" onClick={choose}>
              {label}
            </Button>
          ))}
        </Stack>
      </FormDrawer>
    </>
  )
}

function useChoices({ id }: Item) {
  const navigate = useNavigate()
  usePrefetchQuery(moveFile)
  const moves = moveKinds.map((move) => ({
    label: stock.kinds[move],
    choose: () => void navigate({ to: '.', search: (kept) => ({ ...kept, move, of: id }), resetScroll: false }),
  }))
  return [
    ...moves,
    {
      label: texts.moveToTrash,
      choose: () => void navigate({ to: '/items/$id', params: { id }, search: { trash: true } }),
    },
  ]
}
