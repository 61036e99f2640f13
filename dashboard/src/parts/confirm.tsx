import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProblemNotice } from './problem'
import { texts } from './texts'

type ConfirmProps = {
  opened: boolean
  onClose: () => void
  /** A question that names the thing. */
  title: string
  /** What the button says: what will be done. */
  action: string
  /** That of the button. Red unless given: most of what is asked cannot be undone. */
  colour?: string
  /** As `useChange` gives it. */
  change: { isPending: boolean; error: unknown; giveUp: () => void }
  onConfirm: () => void
  /** What happens when it is done. */
  children: ReactNode
}

/** Asks before what cannot be undone. It opens with the focus on the button that does nothing. */
export function Confirm({ opened, onClose, title, action, colour = 'red', change, onConfirm, children }: ConfirmProps) {
  const close = () => {
    change.giveUp()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack>
        {children}
        {change.error != null && <ProblemNotice error={change.error} />}
        <Group justify="end">
          <Button variant="default" onClick={close} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color={colour} onClick={onConfirm} loading={change.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
