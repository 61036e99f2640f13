import { Button, Drawer, Group, Modal, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { isUndecided } from '../api/errors'
import { ProblemNotice } from './problem'
import { texts } from './texts'

type OpenedProps = { opened: boolean; onClose: () => void; title: string; children: ReactNode }

/** A form beside the page. What is typed stays when it is closed; Cancel forgets it. */
export function FormDrawer({ children, ...shown }: OpenedProps) {
  return (
    <Drawer {...shown} position="right" closeButtonProps={{ 'aria-label': texts.close }}>
      {shown.opened && children}
    </Drawer>
  )
}

/** A form that is a question, before the page. */
export function FormModal({ children, ...shown }: OpenedProps) {
  return (
    <Modal {...shown} closeButtonProps={{ 'aria-label': texts.close }}>
      {shown.opened && children}
    </Modal>
  )
}

type FormProps = {
  /** As `useSentDraft` gives it. */
  sent: { submit: FormEventHandler<HTMLFormElement>; isPending: boolean; problem: unknown; drop: () => void }
  action: string
  /** What the other button says, which forgets what was typed. */
  cancel?: string
  onClose: () => void
  /** Stands where the buttons are else. */
  instead?: ReactNode
  children: ReactNode
}

/** The fields and what ends them. The API says what is wrong with a field: the browser does not. */
export function Form(props: FormProps) {
  const { sent, action, cancel = texts.cancel, onClose, instead, children } = props
  const { submit, isPending, problem, drop } = sent
  const forget = () => {
    drop()
    onClose()
  }
  const buttons = (
    <>
      {problem != null && <ProblemNotice error={problem} {...(isUndecided(problem) && { hint: texts.undecided })} />}
      <Group>
        <Button type="submit" loading={isPending}>
          {action}
        </Button>
        <Button variant="default" onClick={forget}>
          {cancel}
        </Button>
      </Group>
    </>
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        {instead ?? buttons}
      </Stack>
    </form>
  )
}
