import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { listItems } from '../api/queries'
import { Answer } from '../parts/answer'
import { PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { CreateOrder } from './create-order'
import { makeLine } from './lines'
import { OrderInputs } from './order-form'
import { WritersOnly } from './order-loaded'
import { noOrder } from './order-values'
import { texts } from './texts'

/** The address may name the items that are ordered. */
export default function NewOrder() {
  const { items } = useSearch({ from: '/orders/new' })
  return (
    <Page title={texts.create} up={<PageLink to="/orders">{texts.allOrders}</PageLink>}>
      <WritersOnly>{items === undefined ? <OrderOf items={[]} /> : <OrderOfIds ids={items} />}</WritersOnly>
    </Page>
  )
}

function OrderOfIds({ ids }: { ids: string }) {
  const query = useQuery(listItems({ ids, sort: 'name', limit: 100 }))
  return <Answer query={query}>{({ data }) => <OrderOf items={data} />}</Answer>
}

function OrderOf({ items }: { items: Item[] }) {
  const navigate = useNavigate()
  return (
    <CreateOrder
      name={['new order', ...items.map(({ id }) => id)].join(' ')}
      initial={{ ...noOrder, line_items: items.map(makeLine), begins: 'draft', base: null }}
      onMade={({ id }) => void navigate({ to: '/orders/$id', params: { id }, replace: true })}
      onClose={() => void navigate({ to: '/orders' })}
    >
      {(form, lines) => <OrderInputs form={form} lines={lines} />}
    </CreateOrder>
  )
}
