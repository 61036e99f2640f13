import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { findNext } from './grid-place'

/** A table whose cells the arrow keys walk through, and whose rows can be chosen. */
export type GridOptions<Row> = {
  /** What it is called, where it is read out. */
  label: string
  /** How many rows there are on all pages, and how many before this one. */
  total: number
  offset: number
  /** Left out where no row can be chosen. */
  choice?: { has: (row: Row) => boolean; toggle: (rows: Row[]) => void }
}

const controls = 'a, button, input, select'

/**
 * The keyboard of a table, by the grid pattern of ARIA: the Tab key stops at one cell, arrows go from cell to cell,
 * Enter and F2 into one, Escape back to it. So what stands in cells has the `tabIndex` -1. Row 0 is the head.
 */
export function useGrid<Row>(of: GridOptions<Row> | undefined, rows: Row[], columns: number) {
  const [at, setAt] = useState({ row: 1, column: 0 })
  const [row, column] = [Math.min(at.row, rows.length), Math.min(at.column, columns - 1)]
  const note = ({ target }: FocusEvent<HTMLTableElement>) => {
    const cell = findCell(target)
    if (cell) setAt({ row: findRow(cell), column: cell.cellIndex })
  }
  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement
    const cell = findCell(target)
    if (!cell) return // in what has opened before the page
    const taken = target === cell ? goOn(event, cell) : goWithin(event.key, target, cell)
    if (taken) event.preventDefault()
  }
  const goOn = (event: KeyboardEvent<HTMLTableElement>, cell: HTMLTableCellElement): boolean => {
    if (event.altKey || event.metaKey) return false
    if (event.key === 'Enter' || event.key === 'F2') return enter(cell)
    if (event.key === ' ') {
      const chosen = rows[findRow(cell) - 1]
      of?.choice?.toggle(chosen ? [chosen] : rows)
      return true
    }
    const next = findNext(event, { row: findRow(cell), column: cell.cellIndex }, { rows: rows.length, columns })
    if (!next) return false
    event.currentTarget.rows[next.row]?.cells[next.column]?.focus()
    return true
  }
  if (!of) return { table: {}, getRow: (_: number) => ({}), getCell: (..._: [number, number]) => ({}) }
  return {
    table: {
      role: 'grid',
      'aria-label': of.label,
      'aria-rowcount': of.total + 1,
      ...(of.choice && { 'aria-multiselectable': true }),
      onFocus: note,
      onKeyDown: press,
    },
    getRow: (index: number) => {
      const shown = rows[index - 1]
      const selected = shown && of.choice && { 'aria-selected': of.choice.has(shown) }
      return { 'aria-rowindex': index === 0 ? 1 : of.offset + index + 1, ...selected }
    },
    getCell: (ofRow: number, ofColumn: number) => ({ tabIndex: ofRow === row && ofColumn === column ? 0 : -1 }),
  }
}

function findCell(target: EventTarget): HTMLTableCellElement | null {
  return (target as HTMLElement).closest('td, th')
}

function findRow(cell: HTMLTableCellElement): number {
  return (cell.parentElement as HTMLTableRowElement).rowIndex
}

/** Into the cell: what can be edited there is opened. */
function enter(cell: HTMLTableCellElement): boolean {
  const control = cell.querySelector<HTMLElement>(controls)
  if (control?.dataset.edits) control.click()
  else control?.focus()
  return control !== null
}

/** In a cell, arrows go from control to control, but not where somebody types. */
function goWithin(key: string, target: HTMLElement, cell: HTMLTableCellElement): boolean {
  if (key === 'Escape' || key === 'F2') {
    cell.focus()
    return true
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (step === undefined || target.matches('input[type=text], select')) return false
  const all = [...cell.querySelectorAll<HTMLElement>(controls)]
  all[all.indexOf(target) + step]?.focus()
  return true
}
