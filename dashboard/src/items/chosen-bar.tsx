import { Alert, Button, Group, List, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import type { CreatedItems, Item } from '../../../client'
import type { SendOptions } from '../api/change'
import { api } from '../api/client'
import { itemQueries } from '../api/queries'
import { sendOnce } from '../api/send-once'
import { say } from '../browser/said'
import { firstField } from '../parts/first-field'
import { ChangeForm } from '../parts/form'
import { FormModal } from '../parts/form-drawer'
import { formatNumber } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { checkField, FieldInput, type OwnField, ownFields, readField } from './field-input'
import { labels } from './item-values'
import { type Refused, sayRefused, sortResults } from './refused'
import { texts } from './texts'
import { useTrash } from './use-trash'

type ChosenBarProps = { items: Item[]; onChosen: (items: Item[]) => void }

/** What can be done with all items that are chosen. Those that were refused stay chosen where they are in the list. */
export function ChosenBar({ items, onChosen }: ChosenBarProps) {
  const [asked, ask] = useState<OwnField | null>(null)
  const [refused, setRefused] = useState<Refused[]>([])
  const show = (found: Refused[]) => {
    setRefused(found)
    onChosen(found.map(({ item }) => item))
  }
  const trash = useTrash(show)
  if (items.length === 0 && refused.length === 0) return null
  const end = (found: Refused[]) => {
    show(found)
    ask(null)
  }
  const close = () => {
    setRefused([])
    onChosen([])
  }
  const ids = items.map(({ id }) => id).join()
  const shared = { items, onDone: end, onClose: () => ask(null) }
  return (
    <Paper
      component="section"
      aria-label={texts.chosen(formatNumber(items.length))}
      className="chosen"
      withBorder
      p="sm"
    >
      {refused.length > 0 && (
        <Alert color="red" role="alert" title={texts.notAll} mb="sm">
          <List size="sm">
            {refused.map(({ item, why }) => (
              <List.Item key={item.id}>{texts.notDone(item.name, why)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group gap="xs">
        <Text fw={600}>{texts.chosen(formatNumber(items.length))}</Text>
        {items.length > 0 && (
          <>
            {ownFields.map((field) => (
              <Button key={field} variant="default" onClick={() => ask(field)}>
                {labels[field]}
              </Button>
            ))}
            <ButtonLink to="/orders/new" search={{ items: ids }}>
              {texts.order}
            </ButtonLink>
            <ButtonLink to="/stocktake" search={{ how: 'phone', items: ids }}>
              {texts.count}
            </ButtonLink>
            <Button variant="default" loading={trash.isPending} onClick={() => trash.mutate(items)}>
              {texts.moveToTrash}
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={close}>
          {texts.chooseNone}
        </Button>
      </Group>
      {ownFields.map((field) => (
        <SetField key={field} field={field} opened={asked === field} {...shared} />
      ))}
    </Paper>
  )
}

type SetFieldProps = {
  field: OwnField
  items: Item[]
  opened: boolean
  onDone: (refused: Refused[]) => void
  onClose: () => void
}

/** Gives a field of all of them one value. A notice offers to give each the one of before. */
function SetField({ field, items, opened, onDone, onClose }: SetFieldProps) {
  const tell = ({ done, refused }: ReturnType<typeof sortResults>) => {
    const before = done.map((item) => ({ id: item.id, [field]: item[field] }))
    const send = (options: SendOptions) => api.createItems({ items: before }, options)
    const tellUndone = (answer: CreatedItems) => {
      const undone = sortResults(done, answer)
      if (undone.done.length > 0) say(texts.allUndone(undone.done.length))
      sayRefused(undone.refused)
    }
    const undo = () => sendOnce({ stale: itemQueries, send, tell: tellUndone })
    if (done.length > 0) say(texts.allDone(done.length), { act: undo })
    onDone(refused)
  }
  return (
    <FormModal opened={opened} onClose={onClose} title={texts.setOf(labels[field], items)}>
      <ChangeForm
        name={[field, ...items.map(({ id }) => id)].join(' ')}
        initial={{ value: '' }}
        check={checkField(field)}
        make={({ value }) => items.map((item) => ({ item, row: { id: item.id, ...readField(field, value) } }))}
        send={setEach}
        stale={itemQueries}
        onDone={tell}
        onClose={onClose}
        action={texts.set}
      >
        {(form) => (
          <FieldInput
            field={field}
            label={labels[field]}
            description={texts.setHint}
            {...firstField}
            {...form.getInputProps('value')}
          />
        )}
      </ChangeForm>
    </FormModal>
  )
}

async function setEach(rows: { item: Item; row: { id: string } }[], options: SendOptions) {
  const answer = await api.createItems({ items: rows.map(({ row }) => row) }, options)
  return sortResults(
    rows.map(({ item }) => item),
    answer,
  )
}
