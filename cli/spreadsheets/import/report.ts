import { writeFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import { writeCell } from '../sheet/cells'
import type { Sheet, SheetRow } from '../sheet/sheet'
import type { Problem } from './item-rows'
import type { Planned } from './plan'

/** What has become of a row. `pending`: the import ended before, so that it may or may not have been done. */
export type Outcome = {
  row: SheetRow
  action: Planned['action'] | 'pending'
  sku: string
  id: string | null
  problem: Problem | null
}

const shown = 20
/** `open`: not sent, or sent without an answer. */
const others = { unchanged: 'unchanged', repeated: 'repeated', refused: 'refused', pending: 'open' }
const done = { create: 'created', update: 'updated', ...others }
const wanted = { create: 'to create', update: 'to update', ...others }

/** How many rows of each outcome, and the first rows that are refused. */
export function formatSummary(outcomes: Outcome[], dryRun: boolean): string {
  const counts = Object.entries(dryRun ? wanted : done)
    .map(([action, word]) => ({ word, rows: outcomes.filter((outcome) => outcome.action === action).length }))
    .filter(({ rows }) => rows > 0)
  const refused = outcomes.filter(({ action }) => action === 'refused')
  return [
    `${outcomes.length} rows`,
    ...counts.map(({ word, rows }) => `  ${word.padEnd(10)} ${String(rows).padStart(8)}`),
    ...refused.slice(0, shown).map(({ row, problem }) => `line ${row.line}: ${problem?.message}`),
    ...(refused.length > shown ? [`and ${refused.length - shown} more`] : []),
  ].join('\n')
}

/**
 * Writes the rows as they were, with what is wrong. Mended, the file can be imported with the same options. A row with
 * too many or too few cells keeps them, so that it is refused until somebody has mended it.
 */
export function writeRefused(file: string, { header, separator }: Sheet, refused: Outcome[]): void {
  const rows = refused.map(({ row, problem }) => [...row.cells, row.line, writeCell(problem?.message ?? '')])
  writeSheet(file, [[...header, 'line', 'problem'], ...rows], separator)
}

/** Writes what has become of each row. */
export function writeReport(file: string, outcomes: Outcome[], dryRun: boolean): void {
  const words = dryRun ? wanted : done
  const rows = outcomes.map(({ row, sku, action, id, problem }) => {
    return [row.line, writeCell(sku), words[action], id, problem?.field, writeCell(problem?.message ?? '')]
  })
  writeSheet(file, [['line', 'sku', 'outcome', 'id', 'field', 'problem'], ...rows], ',')
}

/** The mark in front tells spreadsheets that it is UTF-8. */
function writeSheet(file: string, rows: unknown[][], delimiter: string): void {
  writeFileSync(file, stringify(rows, { delimiter, bom: true, record_delimiter: 'windows' }))
}
