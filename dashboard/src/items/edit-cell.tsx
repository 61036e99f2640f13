import { Popover, UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Item } from '../../../client'
import type { SendOptions } from '../api/change'
import { api } from '../api/client'
import { getItem, itemQueries, queries } from '../api/queries'
import { compareSides, isSame, mergeFields, pickChanges } from '../parts/difference'
import { EditForm } from '../parts/edit-form'
import { firstField } from '../parts/first-field'
import { formatValue } from '../parts/format'
import { checkField, FieldInput, type OwnField, readField } from './field-input'
import { type ItemFields, labels } from './item-values'
import { texts } from './texts'

type Stored = { fields: Partial<ItemFields>; etag: string | null }
type EditCellProps = { item: Item; field: OwnField }

/** No item has this revision: where the list showed another value, the service refuses the change as a conflict. */
const neverNow = '"999999999999999"'

/** A field in its cell of the grid. A press, Enter or F2 opens its form there. */
export function EditCell({ item, field }: EditCellProps) {
  const [opened, setOpened] = useState(false)
  const place = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpened(false)
    place.current?.closest<HTMLElement>('td')?.focus()
  }
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      closeOnClickOutside={false}
      withOverlay
      position="bottom-start"
      width={320}
      trapFocus
      portalProps={{ target: 'main' }}
    >
      <Popover.Target>
        <UnstyledButton
          ref={place}
          className="edits"
          data-edits
          tabIndex={-1}
          aria-label={`${texts.editOf(labels[field], item.name)}, ${item[field] ?? texts.unset}`}
          onClick={() => setOpened(true)}
        >
          {item[field] === null ? '–' : formatValue(item[field])}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.editOf(labels[field], item.name)}>
        {opened && <FieldForm item={item} field={field} close={close} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function FieldForm({ item: now, field, close }: EditCellProps & { close: () => void }) {
  const [item] = useState(now) // as the list showed it when the form was opened
  const stored: Stored = { fields: { [field]: item[field] }, etag: null }
  const readStored = async (): Promise<Stored> => {
    const now = await queries.fetchQuery({ ...getItem(item.id), staleTime: 0 })
    return { fields: { [field]: now.item[field] }, etag: now.etag }
  }
  /** The list names no revision. That of now is meant where it shows what the list did. */
  const send = async (changes: Partial<ItemFields>, { ifMatch, ...options }: SendOptions & { ifMatch?: string }) => {
    const { fields, etag } = ifMatch === undefined ? await readStored() : { fields: stored.fields, etag: ifMatch }
    return api.updateItem(item.id, changes, {
      ...options,
      ifMatch: isSame(fields, stored.fields) && etag !== null ? etag : neverNow,
    })
  }
  return (
    <EditForm
      name={`${field} ${item.id}`}
      stored={stored}
      readStored={readStored}
      fill={(kept: Stored) => ({ value: String(kept.fields[field] ?? ''), base: kept.etag === null ? null : kept })}
      read={({ value }) => readField(field, value)}
      check={checkField(field)}
      pickChanges={pickChanges}
      merge={mergeFields}
      compare={(mine, { fields: base }, { fields: theirs }) =>
        compareSides(labels[field], {
          mine: mine[field] ?? null,
          base: base[field] ?? null,
          theirs: theirs[field] ?? null,
        })
      }
      send={send}
      stale={itemQueries}
      onDone={close}
      onClose={close}
      conflict={texts.conflict}
    >
      {(form) => (
        <FieldInput
          field={field}
          label={labels[field]}
          {...firstField}
          {...form.getInputProps('value')}
          onKeyDownCapture={({ key }) => {
            if (key === 'Escape') form.drop()
          }}
        />
      )}
    </EditForm>
  )
}
