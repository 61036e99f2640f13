import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { hasCode } from '../api/errors'
import { getItem, itemQueries, listTrash, queries, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { say } from '../browser/said'
import { Answer } from '../parts/answer'
import { compareSides, type Difference, mergeFields, pickChanges } from '../parts/difference'
import { EditForm } from '../parts/edit-form'
import { Empty } from '../parts/empty'
import { FormDrawer } from '../parts/form-drawer'
import { formatDate } from '../parts/format'
import { ButtonLink, PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { ItemFacts } from './item-facts'
import { ItemInputs } from './item-form'
import { ItemHistory } from './item-history'
import { checkItem, fieldNames, fillValues, type ItemFields, type ItemValues, labels, readFields } from './item-values'
import { texts } from './texts'
import { useTrash } from './use-trash'

const allItems = <PageLink to="/items">{texts.allItems}</PageLink>

export default function ItemPage() {
  const { id } = useParams({ from: '/items/$id' })
  const item = useQuery(getItem(id))
  if (hasCode(item.error, 'item_not_found')) return <ItemGone key={id} id={id} />
  if (item.data) return <ShownItem key={id} {...item.data} />
  return (
    <Page title={texts.item} up={allItems}>
      <Answer query={item} rows={8}>
        {() => null}
      </Answer>
    </Page>
  )
}

function ShownItem({ item, etag }: { item: Item; etag: string | null }) {
  return (
    <Page title={item.name} up={allItems} actions={<Actions item={item} />}>
      <ItemFacts item={item} />
      <ItemHistory item={item} />
      <EditItem item={item} etag={etag} />
    </Page>
  )
}

function Actions({ item }: { item: Item }) {
  const { id } = item
  const { write } = useRights()
  const edit = useQuestion('edit')
  const trash = useTrash()
  const history = (
    <ButtonLink to="/items/$id/history" params={{ id }}>
      {texts.history}
    </ButtonLink>
  )
  if (!write) return history
  return (
    <>
      {history}
      <Button variant="default" onClick={() => edit.show(true)}>
        {texts.edit}
      </Button>
      <Button variant="default" loading={trash.isPending} onClick={() => trash.mutate([item])}>
        {texts.moveToTrash}
      </Button>
    </>
  )
}

type EditValues = ItemValues & { base: StoredItem }

/** Open where the address of the item says so. */
function EditItem({ item, etag }: { item: Item; etag: string | null }) {
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
        onDone={(saved) => {
          if (saved) say(texts.saved(saved.name))
          close()
        }}
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

/** Stands in place of an item that is not live: it is in the trash, or there is none. */
function ItemGone({ id }: { id: string }) {
  const query = useQuery(listTrash({ ids: id, limit: 1 }))
  const trashed = query.data?.data[0]
  return (
    <Page title={trashed?.name ?? texts.item} up={allItems}>
      <Answer query={query} rows={3}>
        {() => (
          <Empty
            title={trashed ? texts.isInTrash : texts.noItem}
            hint={trashed ? texts.isInTrashHint(formatDate(trashed.purge_at)) : texts.noItemHint}
          >
            <Group gap="xs">
              {trashed && (
                <ButtonLink variant="filled" to="/trash">
                  {texts.openTrash}
                </ButtonLink>
              )}
              <ButtonLink to="/items">{texts.allItems}</ButtonLink>
            </Group>
          </Empty>
        )}
      </Answer>
    </Page>
  )
}
