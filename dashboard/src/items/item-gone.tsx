import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listTrash } from '../api/queries'
import { Answer } from '../parts/answer'
import { Empty } from '../parts/empty'
import { formatDate } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { texts } from './texts'

/** Stands in place of an item that is not live: it is in the trash, or there is none. */
export function ItemGone({ id }: { id: string }) {
  const query = useQuery(listTrash({ ids: id, limit: 1 }))
  const trashed = query.data?.data[0]
  return (
    <Page title={trashed?.name ?? texts.item}>
      <div role="status">
        <Answer query={query} rows={3}>
          {() => (
            <Empty
              title={trashed ? texts.isInTrash : texts.noItem}
              hint={trashed ? texts.isInTrashHint(formatDate(trashed.purge_at)) : texts.noItemHint}
            >
              <Group gap="xs">
                {trashed && <ButtonLink to="/trash">{texts.openTrash}</ButtonLink>}
                <ButtonLink to="/items" variant="default">
                  {texts.allItems}
                </ButtonLink>
              </Group>
            </Empty>
          )}
        </Answer>
      </div>
    </Page>
  )
}
