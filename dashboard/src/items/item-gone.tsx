import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listTrash } from '../api/queries'
import { Empty } from '../parts/empty'
import { formatDate } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { texts } from './texts'

/** Stands in place of an item that is not live: it is in the trash, or there is none. */
export function ItemGone({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(listTrash({ ids: id, limit: 1 }))
  const trashed = data?.data[0]
  return (
    <Page title={trashed?.name ?? texts.item}>
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!data && !error && <RowsLoading rows={3} />}
      <div role="status">
        {data && (
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
      </div>
    </Page>
  )
}
