import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { itemQueries, listItems, locations, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { ExportMenu } from '../export/export-menu'
import { breakAt } from '../parts/data-table'
import type { Filter } from '../parts/filters'
import { ChangeForm } from '../parts/form'
import { FormDrawer } from '../parts/form-drawer'
import { formatNumber } from '../parts/format'
import { ButtonLink, ObjectLink, PageLink } from '../parts/link'
import { ListPage } from '../parts/list-page'
import { NumberField } from '../parts/number-field'
import { doubtNumber } from '../parts/numbers'
import { MoveMenu } from '../stock/move-menu'
import { LowMark } from './item-facts'
import { ItemInputs } from './item-form'
import { checkItem, fillValues, makeItem } from './item-values'
import { givenFields, makeQuery } from './search'
import { texts } from './texts'

const filters: Filter[] = [
  { kind: 'search', name: 'search', label: texts.search, placeholder: texts.searchHint, autoFocus: true },
  { kind: 'value', name: 'location', label: texts.location, values: locations, all: texts.allLocations },
  { kind: 'choice', name: 'sort', label: texts.sort, choices: texts.sorts, usual: 'name' },
  { kind: 'flag', name: 'low_stock', label: texts.lowStock },
]

export default function Items() {
  const query = makeQuery(useSearch({ from: '/items' }))
  const { write } = useRights()
  const { show } = useQuestion('create')
  const actions = (
    <>
      <ExportMenu list="items" query={query} />
      {write && <ButtonLink to="/items/import">{texts.import}</ButtonLink>}
      {write && <Button onClick={() => show(true)}>{texts.create}</Button>}
    </>
  )
  const importLink = <PageLink to="/items/import">{texts.importHint}</PageLink>
  return (
    <ListPage
      title={texts.title}
      actions={actions}
      filters={filters}
      query={useQuery(listItems(query))}
      empty={{ title: texts.empty, hint: texts.emptyHint, children: importLink }}
      noMatch={{ title: texts.nothing, hint: texts.nothingHint, clear: texts.clear }}
      minWidth={write ? 720 : 480}
      order={query.sort}
      columns={[
        {
          title: texts.name,
          cell: ({ id, name }) => <ObjectLink id={id}>{name}</ObjectLink>,
          sort: ['name', '-name'],
          card: 'head',
          ...breakAt(320),
        },
        { title: texts.sku, cell: ({ sku }) => sku, sort: ['sku'], card: 'line', ...breakAt(320) },
        {
          title: texts.quantity,
          cell: (item) => <Quantity item={item} />,
          sort: ['quantity', '-quantity'],
          card: 'side',
          ta: 'right',
        },
        { title: texts.location, cell: ({ location }) => location, sort: ['location'], ...breakAt(320) },
        write && { title: texts.actions, cell: (item) => <MoveMenu item={item} wrap="nowrap" />, card: 'foot' },
      ]}
    >
      <CreateItem />
    </ListPage>
  )
}

function Quantity({ item }: { item: Item }) {
  return (
    <>
      <LowMark item={item} mr="xs" />
      <Text span ff="monospace">
        {formatNumber(item.quantity)}
      </Text>
    </>
  )
}

/** Open where the address of the list says so. */
function CreateItem() {
  const search = useSearch({ from: '/items' })
  const given = Object.fromEntries(givenFields.map((field) => [field, search[field] ?? '']))
  const navigate = useNavigate()
  const { opened = false, close } = useQuestion('create', [...givenFields])
  return (
    <FormDrawer opened={opened} onClose={close} title={texts.create}>
      <ChangeForm
        // Another code that was scanned is another item: its form does not begin with what was typed for the one before.
        name={['create item', ...Object.values(given)].join(' ').trim()}
        initial={{ ...fillValues(given), quantity: '' }}
        check={checkItem}
        doubt={({ quantity }) => doubtNumber(quantity, 0)}
        make={makeItem}
        send={api.createItem}
        stale={itemQueries}
        onDone={({ id }) => void navigate({ to: '/items/$id', params: { id } })}
        action={texts.createIt}
        onClose={close}
      >
        {(form) => (
          <ItemInputs form={form}>
            <NumberField
              label={texts.firstQuantity}
              description={texts.firstQuantityHint}
              {...form.getInputProps('quantity')}
            />
          </ItemInputs>
        )}
      </ChangeForm>
    </FormDrawer>
  )
}
