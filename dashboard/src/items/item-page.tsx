import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { hasCode } from '../api/errors'
import { useRights } from '../api/person'
import { getItem } from '../api/queries'
import { useQuestion } from '../api/question'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { EditItem } from './edit-item'
import { ItemFacts } from './item-facts'
import { ItemGone } from './item-gone'
import { ItemHistory } from './item-history'
import { MoveToTrash } from './move-to-trash'
import { texts } from './texts'

export default function ItemPage() {
  const { id } = useParams({ from: '/items/$id' })
  const { data, error, refetch } = useQuery(getItem(id))
  if (hasCode(error, 'item_not_found')) return <ItemGone key={id} id={id} />
  if (error && !data)
    return (
      <Page title={texts.item}>
        <ProblemNotice error={error} retry={refetch} />
      </Page>
    )
  if (!data)
    return (
      <Page title={texts.item}>
        <RowsLoading rows={8} />
      </Page>
    )
  return <ShownItem key={id} item={data.item} etag={data.etag} />
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
