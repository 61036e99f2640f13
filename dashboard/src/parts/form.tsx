import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Draft } from '../api/draft'
import { isUndecided } from '../api/errors'
import { type SubmissionOptions, useSubmission } from '../api/submission'
import { useScansLater } from '../scanner/scans'
import { ProblemNotice } from './problem'
import { texts } from './texts'

type FormProps = {
  /** As `useSubmission` gives it. */
  submission: Pick<ReturnType<typeof useSubmission>, 'submit' | 'isPending' | 'problem' | 'question' | 'drop'>
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
  const { submission, action, cancel = texts.cancel, onClose, instead, children } = props
  const { submit, isPending, problem, question, drop } = submission
  useScansLater(isPending) // the answer empties the fields
  const forget = () => {
    drop()
    onClose()
  }
  const buttons = (
    <>
      {question !== null && <Alert color="yellow" role="alert" title={question} />}
      {problem && <ProblemNotice error={problem} {...(isUndecided(problem) && { hint: texts.undecided })} />}
      <Group className="in-reach">
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

type ChangeFormProps<Values extends Record<string, unknown>, Input, Result> = Pick<FormProps, 'cancel'> &
  Omit<SubmissionOptions<Values, Input, Result>, 'onDone'> & {
    /** What the button says. */
    action: string | ((values: Values) => string)
    onClose: () => void
    /** Closes it unless given. */
    onDone?: (result: Result) => void
    children: (form: Draft<Values>) => ReactNode
  }

/** A form, and the change that sends it. */
export function ChangeForm<Values extends Record<string, unknown>, Input, Result>(
  props: ChangeFormProps<Values, Input, Result>,
) {
  const { action, cancel = texts.cancel, onClose, onDone = onClose, children, ...options } = props
  const submission = useSubmission({ ...options, onDone })
  const { form } = submission
  const said = typeof action === 'string' ? action : action(form.values)
  return (
    <Form submission={submission} action={said} cancel={cancel} onClose={onClose}>
      {children(form)}
    </Form>
  )
}
