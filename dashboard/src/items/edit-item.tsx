import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Item, UpdateItem } from '../../../client'
import type { SendOptions } from '../api/change'
import { api } from '../api/client'
import { hasCode } from '../api/errors'
import { getItem, itemQueries } from '../api/queries'
import { useQuestion } from '../api/question'
import { useSubmission } from '../api/submission'
import { mergeFields, pickChanges } from '../parts/difference'
import { Form, FormDrawer } from '../parts/form-drawer'
import { StaleForm } from '../parts/stale-form'
import { ItemInputs } from './item-form'
import { checkItem, fillValues, type ItemValues, readFields } from './item-values'
import { findDifferences, type StoredItem, toStored } from './stored-item'
import { texts } from './texts'

type EditProps = { item: Item; etag: string | null }

/** Open where the address of the item says so. */
export function EditItem({ item, etag }: EditProps) {
  const { opened = false, close } = useQuestion('edit')
  const [begun, setBegun] = useState(0)
  return (
    <FormDrawer opened={opened} onClose={close} title={texts.editTitle}>
      <EditForm key={begun} item={item} etag={etag} close={close} beginAgain={() => setBegun((count) => count + 1)} />
    </FormDrawer>
  )
}

type EditFormProps = EditProps & { close: () => void; beginAgain: () => void }

/** `base` is the item as it was when the form was opened. It is kept with what was typed. */
type EditValues = ItemValues & { base: StoredItem }

function EditForm({ item, etag, close, beginAgain }: EditFormProps) {
  const queries = useQueryClient()
  const [theirs, setTheirs] = useState<StoredItem | null>(null)
  const submission = useSubmission({
    name: `edit ${item.id}`,
    initial: { ...fillValues(item), base: toStored(item, etag) },
    check: checkItem,
    make: makeEdit,
    send: (edit, options) => saveItem(item.id, edit, options),
    stale: itemQueries,
    onDone: close,
    onError: async (error) => {
      if (!hasCode(error, 'version_conflict')) return
      const stored = await queries.fetchQuery({ ...getItem(item.id), staleTime: 0 }).catch(() => null)
      if (stored) setTheirs(toStored(stored.item, stored.etag))
    },
  })
  const { form } = submission
  const mine = readFields(form.values)
  const keepMine = (stored: StoredItem) => {
    const merged = { ...fillValues(mergeFields(mine, form.values.base.fields, stored.fields)), base: stored }
    form.setValues(merged)
    setTheirs(null)
    submission.send(merged)
  }
  const takeTheirs = () => {
    submission.drop()
    beginAgain()
  }
  const conflict = theirs && (
    <StaleForm
      title={texts.conflict}
      differences={findDifferences(mine, form.values.base, theirs)}
      onKeep={() => keepMine(theirs)}
      onTake={takeTheirs}
    />
  )
  return (
    <Form submission={submission} action={texts.save} onClose={close} instead={conflict}>
      <ItemInputs form={form} />
      <Text size="sm">{texts.quantityHint}</Text>
    </Form>
  )
}

type Edit = { changes: UpdateItem; ifMatch: string | null }

function makeEdit({ base, ...values }: EditValues): Edit {
  return { changes: pickChanges(readFields(values), base.fields), ifMatch: base.etag }
}

/** Where nothing is changed, nothing is sent. */
async function saveItem(id: string, { changes, ifMatch }: Edit, options: SendOptions): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await api.updateItem(id, changes, { ...options, ...(ifMatch !== null && { ifMatch }) })
}
