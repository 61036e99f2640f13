/** How many rows a page key passes. */
const pageRows = 10

/** Row 0 is the head. */
type Place = { row: number; column: number }

/** Where a key leads to, or null. */
export function findNext(
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { row, column }: Place,
  { rows, columns }: { rows: number; columns: number },
): Place | null {
  const last = columns - 1
  const places: Record<string, Place> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: Math.max(0, column - 1) },
    ArrowRight: { row, column: Math.min(last, column + 1) },
    PageUp: { row: Math.max(1, row - pageRows), column },
    PageDown: { row: row + pageRows, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? rows : row, column: last },
  }
  const next = places[key]
  return next ? { ...next, row: Math.max(0, Math.min(next.row, rows)) } : null
}
