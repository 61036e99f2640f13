import { Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NavigateOptions } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { hasWords, listWords } from '../../../functions/domain/fold'
import { listItems } from '../api/queries'
import { listOrders, suppliers } from '../orders/queries'
import { formatNumber } from '../parts/format'
import { RowsLoading } from '../parts/rows-loading'
import { pages } from './pages'
import { texts } from './texts'

/** What was found, and the page that shows it. `beside`: what tells it from others of its name. */
export type Found = { kind: keyof typeof texts.kinds; name: string; beside?: string; to: NavigateOptions }

type FoundListProps = {
  id: string
  text: string
  /** The place of the one that Enter opens. */
  at: number
  onFound: (found: Found[]) => void
  onOpen: (found: Found) => void
}

/** The list below the field. Its last rows lead to the lists, with this search. */
export default function FoundList({ id, text, at, onFound, onOpen }: FoundListProps) {
  const { found, isPending } = useFound(text)
  useEffect(() => onFound(found), [found, onFound])
  return (
    <Paper
      id={id}
      role="listbox"
      aria-label={texts.find}
      shadow="md"
      withBorder
      className="found"
      aria-busy={isPending}
    >
      {isPending && <RowsLoading rows={3} />}
      {found.map((each, index) => (
        <div
          key={`${each.kind} ${each.name} ${each.beside}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          onMouseDown={(event) => {
            event.preventDefault() // the field keeps the focus
            onOpen(each)
          }}
        >
          <Text component="span" truncate>
            {each.name}
          </Text>
          <Text component="span" size="sm" c="dimmed" className="one-line">
            {[each.beside, texts.kinds[each.kind]].filter(Boolean).join(' · ')}
          </Text>
        </div>
      ))}
    </Paper>
  )
}

/** The first of each kind, and nothing while they are asked for. Suppliers and pages are few: they are here already. */
function useFound(text: string): { found: Found[]; isPending: boolean } {
  const items = useQuery(listItems({ search: text, limit: 6, sort: 'name' }))
  const orders = useQuery(listOrders({ search: text, limit: 4 }))
  const named = useQuery(suppliers)
  const isPending = items.isFetching || orders.isFetching
  const found = useMemo(() => {
    if (isPending) return []
    const words = listWords(text)
    const has = (name: string) => hasWords([name], words)
    return [
      ...pages.filter(({ label }) => has(label)).map(({ label, to }) => make('page', label, { to })),
      ...(items.data?.data ?? []).map(({ id, name, sku, quantity }) =>
        make('item', name, { to: '/items/$id', params: { id } }, `${sku} · ${formatNumber(quantity)}`),
      ),
      ...(orders.data?.data ?? []).map(({ id, order_number, supplier }) =>
        make('order', order_number, { to: '/orders/$id', params: { id } }, supplier.name),
      ),
      ...(named.data ?? [])
        .filter(({ name }) => has(name))
        .slice(0, 3)
        .map(({ name }) => make('supplier', name, { to: '/orders', search: { supplier: name } })),
      make('all', texts.allItems(text), { to: '/items', search: { search: text } }),
    ]
  }, [text, isPending, items.data, orders.data, named.data])
  return { found, isPending }
}

function make(kind: Found['kind'], name: string, to: NavigateOptions, beside?: string): Found {
  return { kind, name, to, ...(beside !== undefined && { beside }) }
}
