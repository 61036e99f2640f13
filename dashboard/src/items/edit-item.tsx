import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { getItem, itemQueries } from '../api/queries'
import { useQuestion } from '../api/question'
import { compareSides, type Difference, mergeFields, pickChanges } from '../parts/difference'
import { EditForm } from '../parts/edit-form'
import { FormDrawer } from '../parts/form-drawer'
import { ItemInputs } from './item-form'
import { checkItem, fieldNames, fillValues, type ItemFields, type ItemValues, labels, readFields } from './item-values'
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

/** An item as it is stored, with the revision that a change of it names. */
type StoredItem = { fields: ItemFields; quantity: number; etag: string | null }

function toStored(item: Item, etag: string | null): StoredItem {
  return { fields: item, quantity: item.quantity, etag }
}

function findDifferences(mine: ItemFields, base: StoredItem, theirs: StoredItem): Difference[] {
  const fields = fieldNames.flatMap((name) =>
    compareSides(labels[name], { mine: mine[name], base: base.fields[name], theirs: theirs.fields[name] }),
  )
  const [was, is] = [base.quantity, theirs.quantity]
  return [...fields, ...compareSides(texts.quantity, { mine: was, base: was, theirs: is })]
}
