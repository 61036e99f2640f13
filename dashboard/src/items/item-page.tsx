import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { hasCode } from '../api/errors'
import { useRights } from '../api/person'
import { getItem } from '../api/queries'
import { useQuestion } from '../api/question'
import { Answer } from '../parts/answer'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { EditItem } from './edit-item'
import { ItemFacts } from './item-facts'
import { ItemGone } from './item-gone'
import { ItemHistory } from './item-history'
import { MoveToTrash } from './move-to-trash'
import { texts } from './texts'

export default function ItemPage() {
  const { id } = useParams({ from: '/items/$id' })
  const item = useQuery(getItem(id))
  if (hasCode(item.error, 'item_not_found')) return <ItemGone key={id} id={id} />
  if (item.data) return <ShownItem key={id} {...item.data} />
  return (
    <Page title={texts.item}>
      <Answer query={item} rows={8}>
        {() => null}
      </Answer>
    </Page>
  )
}

function ShownItem({ item, etag }: { item: Item; etag: string | null }) {
  return (
    <Page title={item.name} actions={<Actions id={item.id} />}>
      <ItemFacts item={item} />
      <ItemHistory item={item} />
      <EditItem item={item} etag={etag} />
      <MoveToTrash item={item} />
    </Page>
  )
}

function Actions({ id }: { id: string }) {
  const { write } = useRights()
  const [edit, trash] = [useQuestion('edit'), useQuestion('trash')]
  const history = (
    <ButtonLink to="/items/$id/history" params={{ id }} variant="default">
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
      <Button variant="default" onClick={() => trash.show(true)}>
        {texts.moveToTrash}
      </Button>
    </>
  )
}
