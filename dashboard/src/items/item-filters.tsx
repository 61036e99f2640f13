import { Checkbox, Group, NativeSelect } from '@mantine/core'
import { FilterInput } from '../parts/filter-input'
import { type ItemsSearch, type Sort, sorts } from './search'
import { texts } from './texts'

type Props = { search: ItemsSearch; onFilter: (changed: ItemsSearch) => void }

export function ItemFilters({ search, onFilter }: Props) {
  return (
    <Group align="end" gap="sm">
      <FilterInput
        label={texts.search}
        type="search"
        placeholder={texts.searchHint}
        value={search.search ?? ''}
        onValue={(value) => onFilter({ search: value })}
        autoFocus
      />
      <FilterInput
        label={texts.location}
        type="text"
        value={search.location ?? ''}
        onValue={(value) => onFilter({ location: value })}
      />
      <NativeSelect
        label={texts.sort}
        value={search.sort ?? 'name'}
        onChange={({ currentTarget }) => onFilter({ sort: currentTarget.value as Sort })}
        data={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
      />
      <Checkbox
        label={texts.lowStock}
        checked={search.low_stock === true}
        onChange={({ currentTarget: { checked } }) => onFilter({ low_stock: checked || undefined } as ItemsSearch)}
        mb={8}
      />
    </Group>
  )
}
