import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Item } from '../../../client'
import { useRights } from '../api/person'
import { listTrash } from '../api/queries'
import { ExportMenu } from '../export/export-menu'
import { breakAt } from '../parts/data-table'
import type { Filter } from '../parts/filters'
import { formatDate, formatNumber, formatTime } from '../parts/format'
import { ListPage } from '../parts/list-page'
import { ObjectLink } from '../parts/object-link'
import { RestoreAs, RestoreButton } from './restore'
import { pageSize } from './search'
import { texts } from './texts'
import { useDeleters } from './who'

const filters: Filter[] = [{ kind: 'search', name: 'search', label: texts.search, placeholder: texts.searchHint }]

export default function Trash() {
  const { search, offset = 0 } = useSearch({ from: '/trash' })
  const { write } = useRights()
  const [restored, setRestored] = useState<Item | null>(null)
  const whoDeleted = useDeleters()
  const lead = (
    <>
      <Text>{texts.trashLead}</Text>
      <div role="status">{restored && <Restored item={restored} />}</div>
    </>
  )
  return (
    <ListPage
      title={texts.trash}
      actions={<ExportMenu list="trash" query={search ? { search } : {}} />}
      lead={lead}
      filters={filters}
      query={useQuery(listTrash({ ...(search && { search }), offset, limit: pageSize }))}
      empty={{ title: texts.noTrash, hint: texts.noTrashHint }}
      noMatch={{ title: texts.nothing, hint: texts.noTrashFoundHint, clear: texts.allTrash }}
      minWidth={720}
      columns={[
        { title: texts.name, cell: ({ name }) => name, card: 'head', ...breakAt(280) },
        { title: texts.sku, cell: ({ sku }) => sku, card: 'line', ...breakAt(280) },
        {
          title: texts.quantity,
          cell: ({ quantity }) => formatNumber(quantity),
          card: 'fact',
          ta: 'right',
          ff: 'monospace',
        },
        {
          title: texts.deleted,
          cell: (item) => texts.deletedBy(formatTime(item.deleted_at), whoDeleted(item)),
          card: 'fact',
          ...breakAt(220),
        },
        { title: texts.purge, cell: ({ purge_at }) => formatDate(purge_at), card: 'fact' },
        write && {
          title: texts.actions,
          cell: (item) => <RestoreButton item={item} onRestored={setRestored} />,
          card: 'foot',
        },
      ]}
    >
      <RestoreAs onRestored={setRestored} />
    </ListPage>
  )
}

function Restored({ item: { id, name } }: { item: Item }) {
  return (
    <Alert color="green" title={texts.restored(name)}>
      <ObjectLink id={id} c="var(--mantine-color-text)" underline="always">
        {texts.openItem}
      </ObjectLink>
    </Alert>
  )
}
