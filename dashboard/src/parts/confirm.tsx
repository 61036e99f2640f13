import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ChangeOptions, type ChangeRequest, useChange } from '../api/change'
import { ProblemNotice } from './problem'
import { texts } from './texts'

type ConfirmProps<Input, Result> = Omit<ChangeOptions<Input, Result>, 'isForm'> & {
  opened: boolean
  /** Is told of the error that is shown, or null. */
  onClose: (error: Error | null) => void
  /** A question that names the thing. */
  title: string
  /** What the button says: what will be done. */
  action: string
  /** That of the button. Red unless given: most of what is asked cannot be undone. */
  colour?: string
  /** What is sent for a yes. While it is not known, a yes does nothing. */
  input: Input | undefined
  send: ChangeRequest<Input, Result>
  /** What happens when it is done. */
  children: ReactNode
}

/** Asks before what cannot be undone, and does it. It opens with the focus on the button that does nothing. */
export function Confirm<Input, Result>(props: ConfirmProps<Input, Result>) {
  const { opened, onClose, title, action, colour = 'red', input, send, children, ...options } = props
  const change = useChange(send, options)
  const close = () => {
    change.giveUp()
    onClose(change.error)
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack>
        {children}
        {change.error && <ProblemNotice error={change.error} />}
        <Group justify="end">
          <Button variant="default" onClick={close} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color={colour} onClick={() => input !== undefined && change.mutate(input)} loading={change.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
