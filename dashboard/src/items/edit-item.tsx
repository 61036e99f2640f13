import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { getItem, itemQueries } from '../api/queries'
import { useQuestion } from '../api/question'
import { mergeFields, pickChanges } from '../parts/difference'
import { EditForm } from '../parts/edit-form'
import { FormDrawer } from '../parts/form-drawer'
import { ItemInputs } from './item-form'
import { checkItem, fillValues, type ItemValues, readFields } from './item-values'
import { findDifferences, type StoredItem, toStored } from './stored-item'
import { texts } from './texts'

type EditValues = ItemValues & { base: StoredItem }

/** Open where the address of the item says so. */
export function EditItem({ item, etag }: { item: Item; etag: string | null }) {
  const queries = useQueryClient()
  const { opened = false, close } = useQuestion('edit')
  return (
    <FormDrawer opened={opened} onClose={close} title={texts.editTitle}>
      <EditForm
        name={`edit ${item.id}`}
        stored={toStored(item, etag)}
        readStored={async () => {
          const now = await queries.fetchQuery({ ...getItem(item.id), staleTime: 0 })
          return toStored(now.item, now.etag)
        }}
        fill={(stored: StoredItem): EditValues => ({ ...fillValues(stored.fields), base: stored })}
        read={readFields}
        check={checkItem}
        pickChanges={pickChanges}
        merge={mergeFields}
        compare={findDifferences}
        send={(changes, options) => api.updateItem(item.id, changes, options)}
        stale={itemQueries}
        onDone={close}
        onClose={close}
        conflict={texts.conflict}
      >
        {(form) => (
          <>
            <ItemInputs form={form} />
            <Text size="sm">{texts.quantityHint}</Text>
          </>
        )}
      </EditForm>
    </FormDrawer>
  )
}
