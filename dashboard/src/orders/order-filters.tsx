import { Checkbox, Group, NativeSelect } from '@mantine/core'
import { FilterInput } from '../parts/filter-input'
import { type OrdersSearch, parseOrdersSearch, sorts, statuses } from './search'
import { texts } from './texts'

type Props = { search: OrdersSearch; onFilter: (changed: OrdersSearch) => void }

const all = { value: '', label: texts.allStatuses }

export function OrderFilters({ search, onFilter }: Props) {
  /** An empty one is none. */
  const set = (name: keyof OrdersSearch, value: unknown) =>
    onFilter({ [name]: undefined, ...parseOrdersSearch({ [name]: value }) })
  return (
    <Group align="end" gap="sm">
      <FilterInput
        label={texts.search}
        type="search"
        placeholder={texts.searchHint}
        value={search.search ?? ''}
        onValue={(value) => set('search', value)}
        autoFocus
      />
      <FilterInput
        label={texts.supplier}
        type="text"
        placeholder={texts.wholeName}
        value={search.supplier ?? ''}
        onValue={(value) => set('supplier', value)}
      />
      <NativeSelect
        label={texts.status}
        value={search.status ?? ''}
        onChange={({ currentTarget }) => set('status', currentTarget.value)}
        data={[all, ...statuses.map((value) => ({ value, label: texts.statuses[value] }))]}
      />
      <NativeSelect
        label={texts.sort}
        value={search.sort ?? '-created_at'}
        onChange={({ currentTarget }) => set('sort', currentTarget.value)}
        data={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
      />
      <Checkbox
        label={texts.overdueOnly}
        checked={search.overdue === true}
        onChange={({ currentTarget }) => set('overdue', currentTarget.checked)}
        mb={8}
      />
    </Group>
  )
}
