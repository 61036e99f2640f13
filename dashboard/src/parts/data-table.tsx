import { Group, Paper, Stack, Table, type TableProps, type TableTdProps, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, type Ref } from 'react'
import { type GridOptions, useGrid } from './grid'
import { useIsPhone } from './is-phone'
import { changeSearch } from './search'

/** `title` is what its head says, `cell` what it shows of a row. */
export type Column<Row> = Pick<TableTdProps, 'ta' | 'ff' | 'maw' | 'miw' | 'className'> & {
  title: string
  /** What its head shows in place of the title. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** Its cells name their rows. */
  isHead?: boolean
  /** True where the cell shows what is wrong with the row. */
  isWrong?: (row: Row) => boolean
  /** The orders of the list that its head goes through, as the address names them: `-name` is from Z to A. */
  sort?: readonly string[]
  /** Where it stands on the card that a row is on a phone. It is not there unless given. A `fact` has its title. */
  card?: 'head' | 'side' | 'line' | 'fact' | 'foot'
}

/** For a column of texts that people write: they break anywhere, after so many pixels at the latest. */
export function breakAt(maw: number): Pick<Column<unknown>, 'maw' | 'className'> {
  return { maw, className: 'breaks' }
}

/** For a column whose texts stay in one line. */
export const inOneLine = { className: 'one-line' } as const

/** For a column of numbers, whose digits stand below each other. */
export const asNumber = { ta: 'right', ff: 'monospace' } as const

export type DataTableProps<Row> = WideTableProps & {
  rows: Row[]
  /** One that is false or null is left out. */
  columns: (Column<Row> | false | null)[]
  /** The `id` of the row unless given. */
  keyOf?: (row: Row) => string | number | null
  /** How the list is ordered, as the address names it. */
  order?: string | undefined
  /** What stands below a row. */
  below?: (row: Row) => ReactNode
  /** The key of the row that the address names: it is marked, and takes the focus. */
  target?: string | undefined
  /** Makes it a grid. */
  grid?: GridOptions<Row> | undefined
}

/** The rows of a list. On a phone they are cards, where columns have a place on them; else the table scrolls there. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, columns, keyOf = getId, order, below, target, grid: options, ...table } = props
  const isPhone = useIsPhone()
  const cells = columns.filter((column) => column !== false && column !== null)
  const isCards = isPhone && cells.some(({ card }) => card)
  const grid = useGrid(options, rows, isCards ? 1 : cells.length)
  const isTarget = (row: Row) => target !== undefined && keyOf(row) === target
  if (isCards && options) return <CardGrid rows={rows} columns={cells} grid={grid} />
  if (isCards)
    return (
      <Cards>
        {rows.map((row) => (
          <Card key={keyOf(row)} isShown={isTarget(row)} {...(isTarget(row) && focus)}>
            <RowCard row={row} columns={cells} />
          </Card>
        ))}
      </Cards>
    )
  return (
    <WideTable {...table} {...grid.table}>
      <Table.Thead>
        <Table.Tr {...grid.getRow(0)}>
          {cells.map((column, index) => (
            <Head key={column.title} of={column} order={order} {...grid.getCell(0, index)} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, at) => (
          <Fragment key={keyOf(row)}>
            <Table.Tr {...grid.getRow(at + 1)} {...(isTarget(row) && { ...focus, className: 'target' })}>
              {cells.map(({ title, head: _, cell, isHead, isWrong, sort: __, card: ___, ...look }, index) => {
                const Cell = isHead ? Table.Th : Table.Td
                return (
                  <Cell
                    key={title}
                    {...look}
                    {...grid.getCell(at + 1, index)}
                    {...(isHead && { scope: 'row' })}
                    data-wrong={isWrong?.(row) || undefined}
                  >
                    {cell(row)}
                  </Cell>
                )
              })}
            </Table.Tr>
            {below?.(row) && (
              <Table.Tr>
                <Table.Td colSpan={cells.length} className="breaks">
                  {below(row)}
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function getId(row: object): string | null {
  return 'id' in row ? String(row.id) : null
}

type HeadProps<Row> = { of: Column<Row>; order: string | undefined; tabIndex?: number }

/** The head of a column. That of one by which the list can be ordered is a button. */
function Head<Row>({ of: { title, head = title, ta = 'left', sort }, order = '', ...cell }: HeadProps<Row>) {
  const navigate = useNavigate()
  if (!sort)
    return (
      <Table.Th ta={ta} {...cell}>
        {head}
      </Table.Th>
    )
  const at = sort.indexOf(order)
  const direction = order.startsWith('-') ? 'descending' : 'ascending'
  const next = sort[(at + 1) % sort.length]
  const turn = () => void navigate({ to: '.', search: (kept) => changeSearch(kept, 'sort', next), replace: true })
  return (
    <Table.Th ta={ta} aria-sort={at === -1 ? 'none' : direction} {...cell}>
      <UnstyledButton className="sorts" onClick={turn} {...(cell.tabIndex !== undefined && { tabIndex: -1 })}>
        {title}
      </UnstyledButton>
    </Table.Th>
  )
}

type CardGridProps<Row> = { rows: Row[]; columns: Column<Row>[]; grid: ReturnType<typeof useGrid<Row>> }

/** A grid of one column of cards. Its head has what chooses all of them. */
function CardGrid<Row extends object>({ rows, columns, grid }: CardGridProps<Row>) {
  return (
    <table className="cards" {...grid.table}>
      <thead>
        <tr {...grid.getRow(0)}>
          <th {...grid.getCell(0, 0)}>{columns.find(({ head }) => head)?.head}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={getId(row)} {...grid.getRow(at + 1)}>
            <Paper component="td" withBorder p="sm" {...grid.getCell(at + 1, 0)}>
              <RowCard row={row} columns={columns} />
            </Paper>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A row where a table would be wider than the window. What is empty is left out. */
function RowCard<Row>({ row, columns }: { row: Row; columns: Column<Row>[] }) {
  const shown = columns.map(({ title, card, cell }) => ({ title, card, value: cell(row) }))
  const at = (place: Column<Row>['card']) =>
    shown.filter(({ card, value }) => card === place && value != null && value !== false && value !== '')
  const [[head], [side]] = [at('head'), at('side')]
  const showTexts = (place: 'line' | 'foot') =>
    at(place).map(({ title, value }) => (
      <Text key={title} component="div" size="sm">
        {value}
      </Text>
    ))
  return (
    <Stack gap={4}>
      <Group justify="space-between" align="start" gap="sm" wrap="nowrap">
        <Text component="div" fw={600} miw={0}>
          {head?.value}
        </Text>
        <div className="side">{side?.value}</div>
      </Group>
      <Group gap="0 1rem">{showTexts('line')}</Group>
      <Group gap="0 1rem">
        {at('fact').map(({ title, value }) => (
          <Text key={title} component="div" size="sm">
            {title}: <b>{value}</b>
          </Text>
        ))}
      </Group>
      <Group justify="space-between" gap="sm">
        {showTexts('foot')}
      </Group>
    </Stack>
  )
}

/** Takes the focus, and the middle of the window, when the address begins to name the row. */
function show(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}

const focus = { ref: show, tabIndex: -1 }

type WideTableProps = TableProps & { minWidth: number; mah?: number }

/** A table that scrolls by itself, by keyboard too, where the window is narrower than `minWidth` pixels. */
function WideTable({ minWidth, mah, ...table }: WideTableProps) {
  return (
    <Table.ScrollContainer
      className="sheet"
      minWidth={minWidth}
      {...(mah !== undefined && { mah })}
      scrollAreaProps={{ viewportProps: { tabIndex: table.role === 'grid' ? -1 : 0 } }}
    >
      <Table {...table} />
    </Table.ScrollContainer>
  )
}

/** A list of cards, where a table would be wider than the window. */
export function Cards({ children }: { children: ReactNode }) {
  return (
    <Stack component="ul" gap="xs" className="cards">
      {children}
    </Stack>
  )
}

type CardProps = { children: ReactNode; isShown?: boolean; ref?: Ref<HTMLLIElement>; tabIndex?: number }

export function Card({ children, isShown = false, ...others }: CardProps) {
  return (
    <Paper component="li" withBorder p="sm" data-marked={isShown || undefined} {...others}>
      {children}
    </Paper>
  )
}
