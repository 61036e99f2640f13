import { Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Item, TrashedItem } from '../../../client'
import { useChange } from '../api/change'
import { api } from '../api/client'
import { hasCode } from '../api/errors'
import { useRights } from '../api/person'
import { itemQueries, listTrash } from '../api/queries'
import { useQuestion } from '../api/question'
import { Answer } from '../parts/answer'
import { firstField } from '../parts/first-field'
import { ChangeForm, FormModal } from '../parts/form-drawer'
import { ProblemNotice } from '../parts/problem'
import { RowButton } from '../parts/row-button'
import { texts } from './texts'

type RestoreProps = { item: TrashedItem; onRestored: (item: Item) => void }

/** Brings an item back at once. Where its SKU has gone to another item, the address opens the form that asks for one. */
export function RestoreButton({ item, onRestored }: RestoreProps) {
  const { write } = useRights()
  const { show } = useQuestion('restore')
  const change = useChange((id: string, options) => api.restoreItem(id, {}, options), {
    name: `restore ${item.id}`,
    stale: itemQueries,
    onDone: onRestored,
  })
  const askForSku = (error: unknown) => {
    if (hasCode(error, 'sku_already_exists')) show(item.id)
  }
  if (!write) return null
  return (
    <Stack gap="xs" align="start">
      <RowButton
        name={texts.restoreOf(item.name)}
        loading={change.isPending}
        onClick={() => change.mutate(item.id, { onError: askForSku })}
      >
        {texts.restore}
      </RowButton>
      {change.error && !hasCode(change.error, 'sku_already_exists') && <ProblemNotice error={change.error} />}
    </Stack>
  )
}

/** Asks for another SKU, where the address says so. */
export function RestoreAs({ onRestored }: { onRestored: (item: Item) => void }) {
  const { opened: id, close } = useQuestion('restore')
  const trashed = useQuery({ ...listTrash({ ids: id ?? '', limit: 1 }), enabled: id !== undefined })
  return (
    <FormModal opened={id !== undefined} onClose={close} title={texts.restoreTitle}>
      <Answer query={trashed} rows={3}>
        {({ data: [item] }) =>
          item ? (
            <RestoreForm key={id} item={item} close={close} onRestored={onRestored} />
          ) : (
            <Text>{texts.notInTrash}</Text>
          )
        }
      </Answer>
    </FormModal>
  )
}

function RestoreForm({ item, close, onRestored }: RestoreProps & { close: () => void }) {
  return (
    <ChangeForm
      name={`restore ${item.id} as`}
      initial={{ sku: item.sku }}
      make={({ sku }) => ({ sku: sku.trim() })}
      send={(change, options) => api.restoreItem(item.id, change, options)}
      stale={itemQueries}
      onDone={(restored) => {
        onRestored(restored)
        close()
      }}
      action={texts.restore}
      onClose={close}
    >
      {(form) => (
        <>
          <Text>{texts.skuTaken(item.sku, item.name)}</Text>
          <TextInput label={texts.newSku} {...firstField} {...form.getInputProps('sku')} />
        </>
      )}
    </ChangeForm>
  )
}
