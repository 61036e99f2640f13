import { Alert, Group, NativeSelect, Text, Textarea } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Item } from '../../../client'
import { findFailure } from '../api/change'
import { describeError, hasCode, isUndecided } from '../api/errors'
import { getItem } from '../api/queries'
import { useSubmission } from '../api/submission'
import { say } from '../browser/said'
import { askedField, firstField } from '../parts/first-field'
import { Form } from '../parts/form'
import { formatNumber } from '../parts/format'
import { NumberField } from '../parts/number-field'
import { addOne, doubtNumber, findFaultOfNeeded } from '../parts/numbers'
import { ProblemNotice } from '../parts/problem'
import { FormLoading } from '../parts/rows-loading'
import { isFormOpen } from '../scanner/scans'
import { useScansBeside } from '../scanner/scans-beside'
import { bookMovement } from './book'
import type { MoveKind } from './move-search'
import { computeAfter, leastOf, type MoveValues, makeMovement, reasonOptions } from './movement'
import { texts } from './texts'

/** `isScanned`: opened by a code, which stands for one of what is sold or received. */
export type MoveOfProps = { kind: MoveKind; id: string; isScanned: boolean; close: () => void; open: () => void }

/** How often it is looked if others move the item, in milliseconds. */
const lookMs = 20_000

/**
 * The form begins with the quantity of now, never with one that was read before: a count names it. Where it is opened
 * again after a failure, it shows what was typed, without a network, too.
 */
export function MoveOf({ id, ...others }: MoveOfProps) {
  const name = `${others.kind} ${id}`
  const [openedAt] = useState(() => (findFailure(name) ? 0 : Date.now()))
  const isSending = useIsMutating({ mutationKey: [name] }) > 0
  const item = useQuery({ ...getItem(id), staleTime: 0, refetchInterval: lookMs })
  if (item.data && item.dataUpdatedAt >= openedAt) {
    // When the answer is there, it begins again: with what was typed, or without.
    return <MoveForm key={String(isSending)} name={name} item={item.data.item} {...others} />
  }
  if (item.error && !item.isFetching) return <ProblemNotice error={item.error} retry={item.refetch} />
  return <FormLoading />
}

type MoveFormProps = Omit<MoveOfProps, 'id'> & { name: string; item: Item }

function MoveForm({ name, kind, item, isScanned, close, open }: MoveFormProps) {
  const [seen] = useState(item.quantity)
  const submission = useSubmission({
    name,
    initial: { quantity: kind === 'sell' || (isScanned && kind === 'receive') ? '1' : '', reason: '', note: '' },
    check: ({ quantity }) => ({ quantity: findFaultOfNeeded(quantity, leastOf[kind]) }),
    doubt: ({ quantity }) => doubtNumber(quantity, item.quantity),
    make: (values: MoveValues) => makeMovement(kind, item, values),
    send: (movement, options) => bookMovement({ item, kind, movement }, options),
    stale: [], // it has been read again
    onSend: close,
    onFail: (error, isStillAsked) => {
      if (isStillAsked && !isFormOpen()) open()
      else say(describeError(error).message, { label: texts.openAgain, act: open }, true)
    },
  })
  const { form, problem, isPending } = submission
  const addAnother = () => form.setFieldValue('quantity', addOne(form.getValues().quantity))
  useScansBeside(item, kind === 'sell' || kind === 'receive' ? addAnother : undefined)
  // Without an answer, it may be this very movement.
  const isMoved = item.quantity !== seen && !isPending && !(problem && isUndecided(problem))
  const isSaid = isMoved && hasCode(problem, 'version_conflict')
  return (
    <Form
      submission={isSaid ? { ...submission, problem: null } : submission}
      action={texts.kinds[kind]}
      onClose={close}
    >
      <Text fw={600}>
        {item.name} <Text span>({item.sku})</Text>
      </Text>
      <NumberField
        label={texts.quantities[kind]}
        {...(submission.form.values.quantity === '' ? askedField : firstField)}
        inputMode={kind === 'adjust' ? 'text' : 'numeric'}
        {...form.getInputProps('quantity')}
      />
      <NativeSelect label={texts.reason} data={reasonOptions} {...form.getInputProps('reason')} />
      <Textarea autosize label={texts.note} {...form.getInputProps('note')} />
      <Quantities before={item.quantity} after={computeAfter(kind, item.quantity, form.values.quantity)} />
      {/* What is shown is not what it was when the drawer was opened. */}
      {isMoved && (
        <Alert color="yellow" role="alert" title={texts.moved}>
          <Text size="sm">{texts.movedHint(formatNumber(seen), formatNumber(item.quantity))}</Text>
        </Alert>
      )}
    </Form>
  )
}

function Quantities({ before, after }: { before: number; after: number | null }) {
  const isTooMany = after !== null && after < 0
  return (
    <Group gap="xl" aria-live="polite">
      <Text>
        {texts.before}: <b>{formatNumber(before)}</b>
      </Text>
      <Text {...(isTooMany && { c: 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))' })}>
        {isTooMany ? (
          texts.tooMany
        ) : (
          <>
            {texts.after}: <b>{after === null ? '–' : formatNumber(after)}</b>
          </>
        )}
      </Text>
    </Group>
  )
}
