import { Table, type TableTdProps } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Card, Cards } from './cards'
import { useIsPhone } from './phone'
import { WideTable, type WideTableProps } from './wide-table'

/** `title` is what its head says, `cell` what it shows of a row. */
export type Column<Row> = Pick<TableTdProps, 'ta' | 'ff' | 'maw' | 'miw' | 'style'> & {
  title: string
  cell: (row: Row) => ReactNode
}

/** For a column of texts that people write: they break anywhere, after so many pixels at the latest. */
export function breakAt(maw: number): Pick<Column<unknown>, 'maw' | 'style'> {
  return { maw, style: { overflowWrap: 'anywhere' } }
}

/** For a column whose texts stay in one line. */
export const inOneLine = { style: { whiteSpace: 'nowrap' } } as const

type DataTableProps<Row> = WideTableProps & {
  rows: Row[]
  /** One that is false or null is left out. */
  columns: (Column<Row> | false | null)[]
  keyOf: (row: Row) => string | number | null
  /** What a row is on a phone. Without it, the table scrolls there. */
  card?: (row: Row) => ReactNode
  /** What stands below a row. */
  below?: (row: Row) => ReactNode
  /** The key of the row that the address names: it is marked, and takes the focus. */
  target?: string | undefined
}

/** The rows of a list. */
export function DataTable<Row>({ rows, columns, keyOf, card, below, target, ...table }: DataTableProps<Row>) {
  const isPhone = useIsPhone()
  const cells = columns.filter((column) => column !== false && column !== null)
  const isTarget = (row: Row) => target !== undefined && keyOf(row) === target
  if (isPhone && card)
    return (
      <Cards>
        {rows.map((row) => (
          <Card key={keyOf(row)} isShown={isTarget(row)} {...(isTarget(row) && focus)}>
            {card(row)}
          </Card>
        ))}
      </Cards>
    )
  return (
    <WideTable {...table}>
      <Table.Thead>
        <Table.Tr>
          {cells.map(({ title, ta = 'left' }) => (
            <Table.Th key={title} ta={ta}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            <Table.Tr {...(isTarget(row) && { ...focus, style: targetStyle })}>
              {cells.map(({ title, cell, ...look }) => (
                <Table.Td key={title} {...look}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
            {below?.(row) && (
              <Table.Tr>
                <Table.Td colSpan={cells.length} style={{ overflowWrap: 'anywhere' }}>
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

/** Its colours stay: they are chosen for their contrast. */
const targetStyle = { boxShadow: 'inset 4px 0 0 var(--mantine-primary-color-filled)' }

/** Takes the focus, and the middle of the window, when the address begins to name the row. */
function show(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}

const focus = { ref: show, tabIndex: -1 }
