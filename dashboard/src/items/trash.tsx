import { Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Item, TrashedItem } from '../../../client'
import { useChange } from '../api/change'
import { api } from '../api/client'
import { hasCode } from '../api/errors'
import { itemQueries, listTrash, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { say } from '../browser/said'
import { ExportMenu } from '../export/export-menu'
import { Answer } from '../parts/answer'
import { asNumber, breakAt } from '../parts/data-table'
import type { Filter } from '../parts/filters'
import { firstField } from '../parts/first-field'
import { ChangeForm } from '../parts/form'
import { FormModal } from '../parts/form-drawer'
import { formatDate, formatNumber, formatTime } from '../parts/format'
import { ListPage } from '../parts/list-page'
import { ProblemNotice } from '../parts/problem'
import { RowButton } from '../parts/row-button'
import { pageSize } from '../parts/search'
import { texts } from './texts'
import { useDeleters } from './who'

const filters: Filter[] = [{ kind: 'search', name: 'search', label: texts.search, placeholder: texts.searchHint }]

export default function Trash() {
  const { search, offset = 0 } = useSearch({ from: '/trash' })
  const { write } = useRights()
  const navigate = useNavigate()
  const whoDeleted = useDeleters()
  const tell = (item: Item) =>
    say(texts.restored([item]), {
      label: texts.openItem,
      act: () => navigate({ to: '/items/$id', params: { id: item.id } }),
    })
  return (
    <ListPage
      title={texts.trash}
      actions={<ExportMenu list="trash" query={search ? { search } : {}} />}
      lead={<Text>{texts.trashLead}</Text>}
      filters={filters}
      query={useQuery(listTrash({ ...(search && { search }), offset, limit: pageSize }))}
      empty={{ title: texts.noTrash, hint: texts.noTrashHint }}
      noMatch={{ title: texts.noneFound.title, hint: texts.noTrashFoundHint, clear: texts.allTrash }}
      minWidth={720}
      columns={[
        { title: texts.name, cell: ({ name }) => name, card: 'head', ...breakAt(280) },
        { title: texts.sku, cell: ({ sku }) => sku, card: 'line', ...breakAt(280) },
        { title: texts.quantity, cell: ({ quantity }) => formatNumber(quantity), card: 'fact', ...asNumber },
        {
          title: texts.deleted,
          cell: (item) => texts.deletedBy(formatTime(item.deleted_at), whoDeleted(item)),
          card: 'fact',
          ...breakAt(220),
        },
        { title: texts.purge, cell: ({ purge_at }) => formatDate(purge_at), card: 'fact' },
        write && {
          title: texts.actions,
          cell: (item) => <RestoreButton item={item} onRestored={tell} />,
          card: 'foot',
        },
      ]}
    >
      <RestoreAs onRestored={tell} />
    </ListPage>
  )
}

type RestoreProps = { item: TrashedItem; onRestored: (item: Item) => void }

/** Brings an item back at once. Where another item has its SKU by now, the address opens the form that asks for one. */
function RestoreButton({ item, onRestored }: RestoreProps) {
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
function RestoreAs({ onRestored }: { onRestored: (item: Item) => void }) {
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
