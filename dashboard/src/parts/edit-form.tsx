import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { SendOptions } from '../api/change'
import type { Draft } from '../api/draft'
import { hasCode } from '../api/errors'
import { type SubmissionOptions, useSubmission } from '../api/submission'
import { DataTable } from './data-table'
import type { Difference } from './difference'
import { bringIn } from './first-field'
import { Form } from './form'
import { formatValue } from './format'
import { texts } from './texts'

/** What people write about something, as it is stored, with the revision that a change of it names. */
type Stored<Fields> = { fields: Fields; etag: string | null }

type FormOptions<Values> = Pick<
  SubmissionOptions<Values, unknown, unknown>,
  'name' | 'check' | 'doubt' | 'stale' | 'onError'
>

type EditFormProps<Fields, Kept, Values, Changes, Result> = FormOptions<Values> & {
  /** What is edited, as it is now. */
  stored: Kept
  readStored: () => Promise<Kept>
  /** The values of the form. They keep what they were made of: `base`. */
  fill: (stored: Kept) => Values
  read: (values: Values) => Fields
  /** The fields that are not as they were. */
  pickChanges: (now: Fields, before: Fields) => Changes
  /** Mine where I have changed something, else theirs. */
  merge: (mine: Fields, base: Fields, theirs: Fields) => Fields
  compare: (mine: Fields, base: Kept, theirs: Kept) => Difference[]
  send: (changes: Changes, options: SendOptions & { ifMatch?: string }) => Promise<Result>
  /** Null: nothing was changed, and nothing sent. */
  onDone: (result: Result | null) => void
  onClose: () => void
  /** What is said where somebody else has changed it meanwhile. */
  conflict: string
  children: (form: Draft<Values>) => ReactNode
}

type Base<Kept> = Record<string, unknown> & { base: Kept | null }

/** The form of something that is stored. Where somebody else has changed it meanwhile, both sides are shown. */
export function EditForm<
  Fields extends object,
  Kept extends Stored<Fields>,
  Values extends Base<Kept>,
  Changes extends object,
  Result,
>(props: EditFormProps<Fields, Kept, Values, Changes, Result>) {
  const { stored, readStored, fill, read, pickChanges, merge, compare, send, onError, onClose, ...others } = props
  const { conflict, children, ...options } = others
  const [theirs, setTheirs] = useState<Kept | null>(null)
  const baseOf = (values: Values) => values.base ?? stored
  const submission = useSubmission({
    ...options,
    initial: fill(stored),
    make: (values: Values) => {
      const { fields, etag } = baseOf(values)
      return { changes: pickChanges(read(values), fields), ifMatch: etag }
    },
    send: async ({ changes, ifMatch }, sending) => {
      if (Object.keys(changes).length === 0) return null
      return send(changes, { ...sending, ...(ifMatch !== null && { ifMatch }) })
    },
    onError: async (error) => {
      onError?.(error)
      if (hasCode(error, 'version_conflict')) setTheirs(await readStored().catch(() => null))
    },
  })
  const { form } = submission
  const mine = read(form.values)
  const keepMine = (now: Kept) => {
    const fields = merge(mine, baseOf(form.values).fields, now.fields)
    const merged = { ...fill({ ...now, fields }), base: now }
    form.setValues(merged)
    setTheirs(null)
    submission.send(merged)
  }
  const takeTheirs = (now: Kept) => {
    submission.drop()
    form.begin(fill(now))
    setTheirs(null)
  }
  const choice = theirs && (
    <StaleForm
      title={conflict}
      differences={compare(mine, baseOf(form.values), theirs)}
      onKeep={() => keepMine(theirs)}
      onTake={() => takeTheirs(theirs)}
    />
  )
  return (
    <Form submission={submission} action={texts.save} onClose={onClose} instead={choice}>
      {children(form)}
    </Form>
  )
}

type StaleFormProps = { title: string; differences: Difference[]; onKeep: () => void; onTake: () => void }

/** Somebody else has changed it since the form was opened: both sides, and the choice. */
function StaleForm({ title, differences, onKeep, onTake }: StaleFormProps) {
  return (
    <Alert ref={bringIn} color="yellow" role="alert" title={title}>
      <Stack gap="sm">
        <DataTable
          minWidth={0}
          horizontalSpacing={4}
          layout="fixed"
          className="breaks"
          rows={differences}
          keyOf={({ label }) => label}
          columns={[
            { title: texts.field, cell: ({ label }) => label, isHead: true },
            {
              title: texts.yours,
              cell: ({ mine }) => (mine === undefined ? texts.unchanged : formatValue(mine ?? texts.unset)),
            },
            { title: texts.stored, cell: ({ theirs }) => formatValue(theirs ?? texts.unset) },
          ]}
        />
        <Text size="sm">{texts.conflictHint}</Text>
        <Group gap="xs">
          <Button onClick={onKeep}>{texts.keepMine}</Button>
          <Button variant="default" onClick={onTake}>
            {texts.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
