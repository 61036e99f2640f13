// Of this page alone: the first one loads without them.
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Menu.css'
import '../parts/grid.css'
import { Button, Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { account, itemQueries, listItems, locations, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { say } from '../browser/said'
import { ExportMenu } from '../export/export-menu'
import { ChosenColumns, useChosenColumns } from '../parts/chosen-columns'
import { asNumber, breakAt, type Column } from '../parts/data-table'
import type { Filter } from '../parts/filters'
import { ChangeForm } from '../parts/form'
import { FormDrawer } from '../parts/form-drawer'
import { formatNumber, formatTime, formatValue } from '../parts/format'
import { useIsPhone } from '../parts/is-phone'
import { ButtonLink, ObjectLink, PageLink } from '../parts/link'
import { ListPage } from '../parts/list-page'
import { NumberField } from '../parts/number-field'
import { doubtNumber } from '../parts/numbers'
import { pageSize } from '../parts/search'
import { ChosenBar } from './chosen-bar'
import { EditCell } from './edit-cell'
import { LowMark } from './item-facts'
import { ItemInputs } from './item-form'
import { checkItem, fillValues, makeItem } from './item-values'
import { RowActions } from './row-actions'
import { givenFields, makeQuery } from './search'
import { texts } from './texts'

const filters: Filter[] = [
  { kind: 'search', name: 'search', label: texts.search, placeholder: texts.searchHint, autoFocus: true },
  { kind: 'value', name: 'location', label: texts.location, values: locations, all: texts.allLocations },
  { kind: 'choice', name: 'sort', label: texts.sort, choices: texts.sorts, usual: 'name' },
  { kind: 'tab', name: 'low_stock', label: texts.tabs.low },
  { kind: 'tab', name: 'out_of_stock', label: texts.tabs.out },
  { kind: 'tab', name: 'no_reorder_point', label: texts.tabs.unset },
]

/** The columns that somebody may leave out, and those that are there at first. */
const optional = {
  location: texts.location,
  barcode: texts.barcode,
  reorder_point: texts.reorder_point,
  updated_at: texts.updated,
}
const usual = window.matchMedia('(min-width: 64em)').matches ? ['location', 'reorder_point'] : ['location']

export default function Items() {
  const query = makeQuery(useSearch({ from: '/items' }))
  const list = useQuery(listItems(query))
  const { write } = useRights()
  const { isPending } = useQuery(account) // who may write has more columns: they would come late, and move the others
  const { show } = useQuestion('create')
  const isPhone = useIsPhone()
  const [columns, setColumns] = useChosenColumns('items', usual)
  const [ids, setIds] = useState<string[]>([])
  const chosen = list.data?.data.filter(({ id }) => ids.includes(id)) ?? []
  const choose = (items: Item[]) => setIds(items.map(({ id }) => id))
  const toggle = (items: Item[]) => {
    const others = chosen.filter((each) => !items.includes(each))
    choose(items.every((each) => chosen.includes(each)) ? others : [...others, ...items])
  }
  const actions = (
    <>
      {!isPhone && <ChosenColumns of={optional} chosen={columns} onChoose={setColumns} />}
      <ExportMenu list="items" query={query} />
      {write && <ButtonLink to="/items/import">{texts.import}</ButtonLink>}
      {write && <Button onClick={() => show(true)}>{texts.create}</Button>}
    </>
  )
  const importLink = <PageLink to="/items/import">{texts.importHint}</PageLink>
  const isAll = chosen.length > 0 && chosen.length === list.data?.data.length
  return (
    <ListPage<Item>
      title={texts.title}
      actions={actions}
      filters={filters}
      query={isPending ? { ...list, data: undefined } : list}
      rows={pageSize}
      empty={{ title: texts.empty, hint: texts.emptyHint, children: importLink }}
      noMatch={{ ...(query.has_reorder_point === false ? texts.noneUnset : texts.noneFound), clear: texts.clear }}
      grid={{ label: texts.title, ...(write && { choice: { has: (item) => chosen.includes(item), toggle } }) }}
      minWidth={360 + 80 * columns.length}
      horizontalSpacing={6}
      order={query.sort}
      columns={[
        write && {
          title: texts.choose,
          card: 'foot',
          head: (
            <Chooser
              name={texts.chooseAll}
              {...(isPhone && { label: texts.chooseAll })}
              checked={isAll}
              onChange={() => toggle(list.data?.data ?? [])}
            />
          ),
          cell: (item) => (
            <Chooser
              name={texts.chooseRow(item.name)}
              checked={chosen.includes(item)}
              onChange={() => toggle([item])}
            />
          ),
        },
        ...listColumns(columns, write, isPhone),
      ]}
    >
      {write && <ChosenBar items={chosen} onChosen={choose} />}
      <CreateItem />
    </ListPage>
  )
}

/** `shown`: of the columns that somebody may leave out, those that are there. A card has its location. */
function listColumns(shown: string[], write: boolean, isPhone: boolean): (Column<Item> | false)[] {
  const isThere = (name: string) => !isPhone && shown.includes(name)
  return [
    {
      title: texts.name,
      // In the grid, the Tab key stops at a cell, not at what is in it.
      cell: ({ id, name }) => (
        <ObjectLink id={id} tabIndex={-1}>
          {name}
        </ObjectLink>
      ),
      isHead: true,
      sort: ['name', '-name'],
      card: 'head',
      miw: 130,
      ...breakAt(320),
    },
    { title: texts.sku, cell: ({ sku }) => sku, sort: ['sku'], card: 'line', miw: 72, ...breakAt(320) },
    isPhone && { title: texts.location, cell: ({ location }) => location, card: 'line' },
    isThere('location') && {
      title: texts.location,
      cell: (item) => (write ? <EditCell item={item} field="location" /> : item.location),
      sort: ['location'],
      ...breakAt(320),
    },
    isThere('barcode') && { title: texts.barcode, cell: ({ barcode }) => barcode, ...breakAt(200) },
    {
      title: texts.quantity,
      cell: (item) => <Quantity item={item} />,
      sort: ['quantity', '-quantity'],
      card: 'side',
      ta: 'right',
      className: 'one-line-wide',
    },
    isThere('reorder_point') && {
      title: texts.reorder_point,
      cell: (item) => (write ? <EditCell item={item} field="reorder_point" /> : formatValue(item.reorder_point)),
      ...asNumber,
    },
    isThere('updated_at') && {
      title: texts.updated,
      cell: (item) => formatTime(item.updated_at),
      sort: ['-updated_at'],
    },
    write && { title: texts.actions, cell: (item) => <RowActions item={item} />, card: 'foot', ta: 'right' },
  ]
}

type ChooserProps = { name: string; label?: string; checked: boolean; onChange: () => void }

function Chooser({ name, ...box }: ChooserProps) {
  return <Checkbox aria-label={name} tabIndex={-1} {...box} />
}

function Quantity({ item }: { item: Item }) {
  return (
    <>
      <LowMark item={item} ml="xs" mr={6} />
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
        onDone={({ id, name }) => void navigate({ to: '/items/$id', params: { id } }).then(() => say(texts.made(name)))}
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
